const KEY = 'mela.paying'

/** This tab has left for the provider to pay that order; a redirect there and back keeps it, another visit does not know it. */
export function rememberPaying(orderId: string): void {
  try {
    sessionStorage.setItem(KEY, orderId)
  } catch {
    // Without storage nothing is lost but the thanks after a redirect.
  }
}

/** Whether it has, said once: the buyer is thanked on the first sight of the paid order and never again. */
export function takePaying(orderId: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) !== orderId) return false
    sessionStorage.removeItem(KEY)
    return true
  } catch {
    return false
  }
}
