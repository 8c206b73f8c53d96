import { describe, expect, it } from 'vitest'
import { safeRedirect } from './return-path.ts'

describe('the path asked for after signing in (B50)', () => {
  it.each([
    '/',
    '/cart',
    '/account/pay/0123456789abcdef01234567?token=5O190127TN364715T',
    '/search?keyword=a%26b&page=2',
    '/account/profile#orders',
    '/search?keyword=https://evil.test',
  ])('may be a place in the shop: %s (T074)', path => {
    expect(safeRedirect(path)).toBe(path)
  })

  it.each([
    '',
    'cart',
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '/.//evil.test',
    '/cart/..//evil.test',
    '/\t/evil.test',
    '\t//evil.test',
    '\\\\evil.test',
    'javascript:alert(1)',
    '/\u0000/evil.test',
  ])('is home when it could lead elsewhere: %j', path => {
    expect(safeRedirect(path)).toBe('/')
  })

  it.each(['/auth/login', '/auth/register?redirect=/cart', '/auth', '/./auth/login', '/cart/../auth/login'])(
    'is home when it would only ask to sign in again: %s',
    path => {
      expect(safeRedirect(path)).toBe('/')
    },
  )
})
