import { describe, expect, it } from 'vitest'
import { movedTo } from './moved-address.ts'

describe('B120 a page requested under a variant of its address', () => {
  it.each([
    ['/sale/', '/sale'],
    ['/SALE', '/sale'],
    ['//sale', '/sale'],
    ['//', '/'],
    ['/Product-Category/Shoes?page=2', '/product-category/shoes?page=2'],
    ['/product/01A15ED1F5A700004334F347', '/product/01a15ed1f5a700004334f347'],
    ['/search/?keyword=A%2FB//', '/search?keyword=A%2FB//'],
    ['/auth/login/?redirect=%2Fcart', '/auth/login?redirect=%2Fcart'],
    ['/account//profile/', '/account/profile'],
    ['/search?keyword=a%00b', '/search?keyword=ab'],
    ['/dashboard/', '/dashboard'],
    ['/auth', '/auth/login'],
    ['/auth/?redirect=%2Fcart', '/auth/login?redirect=%2Fcart'],
    ['/Account', '/account/profile'],
    ['/pages/about', '/about'],
    ['/dashboard/orders/delivered/', '/dashboard/orders/delivered'],
    ['/Dashboard/Orders/', '/dashboard/orders/'],
  ])('%s redirects to %s', (url, right) => {
    expect(movedTo(url)).toBe(right)
  })

  it.each([
    [
      'a keyword of 15,000 letters',
      `/search?keyword=${'a'.repeat(15_000)}&page=2`,
      `page=2&keyword=${'a'.repeat(100)}`,
    ],
    ['another value of 81 letters', `/search?sort=${'a'.repeat(81)}&page=2`, 'page=2'],
    ['a page number of 81 digits', `/search?page=${'2'.padStart(81, '0')}&size=8`, 'size=8'],
  ])('on a list redirects %s to what the API reads', (_, url, query) => {
    expect(movedTo(url)).toBe(`/search?${query}`)
    expect(movedTo(`/search?${query}`)).toBeUndefined()
  })

  it.each([
    ['a keyword of 100 letters', `/search?keyword=${'a'.repeat(100)}`],
    ['another value of 80 letters', `/sale?category=${'a'.repeat(80)}`],
    ['a longer one on a page that reads none', `/about?keyword=${'a'.repeat(101)}`],
  ])('with %s stays', (_, url) => {
    expect(movedTo(url)).toBeUndefined()
  })

  it.each(['/', '/?utm_source=Mail', '/sale', '/search?keyword=KURTA', '/product/01a15ed1f5a700004334f347'])(
    '%s stays',
    url => {
      expect(movedTo(url)).toBeUndefined()
    },
  )

  it.each(['/dashboard/home', '/dashboard/home/', '/dashboard/orders', '/dashboard/orders/?page=2'])(
    "%s stays, as links of the dashboard's menu end with a slash",
    url => {
      expect(movedTo(url)).toBeUndefined()
    },
  )

  it.each(['//evil.test', '//evil.test/', '/\\evil.test/', '///evil.test/sale/', '/Sale.evil.test/', '/No/Such/Page/'])(
    '%s is invalid and is not redirected',
    url => {
      expect(movedTo(url)).toBeUndefined()
    },
  )
})
