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
    ['/dashboard/orders/delivered/', '/dashboard/orders/delivered'],
    ['/Dashboard/Orders/', '/dashboard/orders/'],
  ])('%s redirects to %s', (url, right) => {
    expect(movedTo(url)).toBe(right)
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
