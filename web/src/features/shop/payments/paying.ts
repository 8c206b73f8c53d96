const KEY = 'mela.paying'

/** Stores that the buyer leaves for the provider to pay this order; session storage survives the redirect. */
export function rememberPaying(orderId: string): void {
  try {
    sessionStorage.setItem(KEY, orderId)
  } catch {
    // Without storage only the thanks after a redirect are lost.
  }
}

/** Reads the flag once, so that the buyer is thanked only on the first view of the paid order. */
export function takePaying(orderId: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) !== orderId) return false
    sessionStorage.removeItem(KEY)
    return true
  } catch {
    return false
  }
}
