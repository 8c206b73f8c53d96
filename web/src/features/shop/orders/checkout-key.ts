import { ApiError } from '../../../lib/api.ts'
import { randomUuid } from '../../../lib/browser/random-uuid.ts'

/**
 * Names one checkout to the server: a repeat after a lost answer gets the order that is already there. What the server
 * refused stands for no order, so the next try has a name of its own (B21).
 */
export function createCheckoutKey() {
  let key: string | undefined

  return {
    get() {
      key ??= randomUuid()
      return key
    },
    renewAfter(error: unknown) {
      if (error instanceof ApiError && error.status < 500) key = undefined
    },
  }
}
