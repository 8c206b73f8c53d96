import { ApiError } from '../../lib/api.ts'

/**
 * Names one checkout to the server: a repeat after a lost answer gets the order that is already there. What the server
 * refused stands for no order, so the next try has a name of its own (DECISIONS B21).
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

/** `crypto.randomUUID` is missing where a shop is tried out over plain http. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
