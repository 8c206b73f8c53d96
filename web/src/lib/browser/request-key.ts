import { randomUuid } from './random-uuid.ts'

/**
 * The idempotency key of a form that creates something: equal values have the same key, so that a retry after a lost
 * answer creates nothing twice.
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
    /** Called after success, so that the same values can create another one. */
    renew() {
      key = randomUuid()
      sent = undefined
    },
  }
}
