import { randomUuid } from './random-uuid.ts'

/**
 * The idempotency key of what a form creates: one for equal values, so that a retry after a lost answer creates nothing
 * twice.
 */
export function createRequestKey() {
  let key = randomUuid()
  let sent: string | undefined

  return {
    of(values: unknown) {
      const text = JSON.stringify(values)
      if (sent !== undefined && sent !== text) key = randomUuid()
      sent = text
      return key
    },
    /** After success: equal values create another one. */
    renew() {
      key = randomUuid()
      sent = undefined
    },
  }
}
