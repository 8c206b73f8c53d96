import { describe, expect, it } from 'vitest'
import { canonicalPath } from './canonical.ts'

describe('the canonical path of a page', () => {
  it.each([
    ['/', ''],
    ['/', '?keyword=shoe&page=2', '/'],
    ['/products/a', '?page=2', '/products/a'],
    ['/sale', '?page=1', '/sale'],
    ['/sale', '?page=2&size=20&keyword=shoe', '/sale?page=2'],
    ['/sale', '?page=1e9', '/sale?page=1000000000'],
    ['/sale', '?page=-2', '/sale'],
    ['/product-category/shoes', '?sort=price-asc&minPrice=20&page=3', '/product-category/shoes?page=3'],
    ['/search', '?page=2&keyword=a%26b&inStock=true', '/search?keyword=a%26b&page=2'],
  ])('%s%s is %s', (pathname, search, expected = pathname) => {
    expect(canonicalPath({ pathname, search })).toBe(expected)
  })
})
