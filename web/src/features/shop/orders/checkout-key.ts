import { ApiError } from '../../../lib/api.ts'
import { randomUuid } from '../../../lib/browser/request-key.ts'

/**
 * The idempotency key of one checkout: a retry after a lost answer gets the existing order. After a refusal there is no
 * order, and an order that was cancelled since cannot be paid, so the next try has a new key.
 */
export function createCheckoutKey() {
  let key: string | undefined

  return {
    get() {
      key ??= randomUuid()
      return key
    },
    renew() {
      key = undefined
    },
    renewAfter(error: unknown) {
      if (error instanceof ApiError && error.status < 500) key = undefined
    },
  }
}
