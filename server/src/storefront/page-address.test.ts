import { describe, expect, it } from 'vitest'
import { movedTo, pageAddress } from './page-address.ts'

describe('the address of a page', () => {
  it.each([
    ['/', '/'],
    ['/search?keyword=shoe&page=2', '/search?keyword=shoe&page=2'],
    ['/search?page=2&keyword=shoe', '/search?keyword=shoe&page=2'],
    ['/search?keyword=a%26b', '/search?keyword=a%26b'],
    ['/sale?utm_source=mail', '/sale'],
    ['/sale?sort=price-asc&color=red&minPrice=20&size=8', '/sale?size=8&minPrice=20&sort=price-asc'],
    ['/search?onSale=&rating=4', '/search?rating=4'],
    ['/sale?option.D=1&option.C=1&option.B=1&option.A=1&option.=1', '/sale?option.A=1&option.B=1&option.C=1'],
    ['/product/1?page=', '/product/1'],
    ['/?keyword=a&page=7', '/'],
    ['/product/1?sort=price-asc', '/product/1'],
    ['/product/1?variant=12', '/product/1'],
    [`/product/1?variant=${'A1'.repeat(12)}`, '/product/1'],
    ['/product-category/shoes?page=2', '/product-category/shoes?page=2'],
    ['/searches?keyword=a', '/searches'],
  ])('%s is cached under %s', (url, key) => {
    expect(pageAddress(url)).toEqual({ key, isShared: true })
  })

  it.each([
    [
      'options in order, each value once',
      '/sale?option.Size=M&sort=rating&option.Colour=b&option.Size=L&option.Size=M',
      '/sale?sort=rating&option.Colour=b&option.Size=L&option.Size=M',
    ],
    [
      'no option and no value that is too long',
      `/sale?option.Size=${'M'.repeat(61)}&option.${'S'.repeat(41)}=M&option.Colour=Red`,
      '/sale?option.Colour=Red',
    ],
    ['no option called __proto__', '/sale?option.__proto__=M&option.Colour=Red', '/sale?option.Colour=Red'],
    [
      'the variant of a product alone',
      `/product/1?utm_source=mail&variant=${'a1'.repeat(12)}&option.Size=M`,
      `/product/1?variant=${'a1'.repeat(12)}`,
    ],
  ])('of the cache has %s', (_, url, key) => {
    expect(pageAddress(url)).toEqual({ key, isShared: true })
  })

  it('has no more than 2,000 characters for chosen options, which every link of a list repeats', () => {
    const values = Array.from({ length: 10 }, (_, n) => encodeURIComponent(`${n}${'ﷺ'.repeat(50)}`))
    const query = ['A', 'B', 'C'].flatMap(name => values.map(value => `option.${name}=${value}`)).join('&')

    const { key } = pageAddress(`/search?${query}`)

    expect(key.length).toBeGreaterThan(1500)
    expect(key.length).toBeLessThan(2100)
    expect(pageAddress(key).key).toBe(key)
  })

  it('keeps the choice that a form has sent, and never shares its page', () => {
    expect(pageAddress('/product/1?option.Size=M&sort=x&option.Colour=Deep%20red')).toEqual({
      key: '/product/1?option.Size=M&option.Colour=Deep+red',
      isShared: false,
    })
  })

  it('never shares pages of signing in or paying, and keeps their whole address', () => {
    const url = '/auth/login?redirect=%2Fcart'

    expect(pageAddress(url)).toEqual({ key: url, isShared: false })
  })
})

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

  it.each(['//evil.test', '//evil.test/', '/\\evil.test/', '///evil.test/sale/', '/Sale.evil.test/', '/No/Such/Page/'])(
    '%s is invalid and is not redirected',
    url => {
      expect(movedTo(url)).toBeUndefined()
    },
  )
})
