import { expect, it } from 'vitest'
import * as productFields from '../catalog/product-fields.ts'
import * as constants from './constants.ts'
import { passwordPattern } from './fields.ts'
import * as users from './users.ts'

it('T400 the constants are those of the specification', () => {
  expect({ ...constants, ...productFields, ...users }).toMatchObject({
    FREE_SHIPPING_ABOVE_CENTS: 5000 * 100,
    SHIPPING_CENTS: 80 * 100,
    TAX_PERCENT: 18,
    CURRENCY: { code: 'USD', symbol: '$' },
    PAGE_SIZES: [8, 20, 50, 100],
    DEFAULT_PAGE_SIZE: 8,
    PUBLIC_PAGE_CAP: 100,
    STAFF_PAGE_CAP: 1000,
    RECENTLY_VIEWED_MAX: 8,
    RECENTLY_VIEWED_DELAY_MS: 1000,
    LOW_STOCK: 10,
    RATING_STARS: 5,
    RECOMMENDED_COUNT: 8,
    REVIEWS_SHOWN: 50,
    TOAST_MS: 5000,
    CATEGORY_STALE_MS: 5000,
    CACHE_RETENTION_MS: 60_000,
    DEFAULT_COUNTRY_CODE: '91',
    DEFAULT_COUNTRY: 'India',
    ADDRESSES_PER_USER: 20,
    PRODUCT_DEFAULTS: { isActive: false, onSale: true },
  })
})

it('T400 a password has at least 6 characters', () => {
  expect(passwordPattern.test('abcd1!')).toBe(true)
  expect(passwordPattern.test('abc1!')).toBe(false)
})
