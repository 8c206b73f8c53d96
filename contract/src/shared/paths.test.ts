import { describe, expect, it } from 'vitest'
import { isIn, isProductList, paths } from './paths.ts'

describe('paths', () => {
  it('builds an address, or with a placeholder the pattern of the router', () => {
    expect(paths.receipt('0123')).toBe('/account/pay/0123/receipt')
    expect(paths.receipt(':orderId')).toBe('/account/pay/:orderId/receipt')
    expect(paths.login('/cart?a=1')).toBe('/auth/login?redirect=%2Fcart%3Fa%3D1')
  })
})

describe('isIn', () => {
  it.each([
    ['/auth', '/auth', true],
    ['/auth', '/auth/login', true],
    ['/auth', '/authors', false],
    ['/auth', '/x/auth', false],
  ])('%s holds %s: %s', (section, path, answer) => {
    expect(isIn(section, path)).toBe(answer)
  })
})

describe('isProductList', () => {
  it.each([
    ['/search', true],
    ['/sale', true],
    ['/product-category/shoes', true],
    ['/search/shoes', false],
    ['/product/shoes', false],
    ['/products/shoes', false],
  ])('%s: %s', (path, answer) => {
    expect(isProductList(path)).toBe(answer)
  })
})
