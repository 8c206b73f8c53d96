/** `crypto.randomUUID` is missing on plain http. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

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
