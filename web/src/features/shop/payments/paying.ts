const KEY = 'mela.paying'

/** Stores that the buyer leaves for the provider to pay this order; session storage survives the redirect. */
export function rememberPaying(orderId: string): void {
  try {
    sessionStorage.setItem(KEY, orderId)
  } catch {
    // Only the thanks after a redirect are lost when there is no storage.
  }
  tellOtherTabs(orderId)
}

/** Makes pay pages in other tabs ask again: a payment of the order began or ended here. */
export function tellOtherTabs(orderId: string): void {
  try {
    localStorage.setItem(KEY, `${orderId} ${Date.now()}`)
  } catch {
    // Other tabs ask a minute later when there is no storage.
  }
}

/** Whether a storage event comes from another tab's payment; a key of null means that everything was cleared. */
export const isPayingKey = (key: string | null) => key === KEY || key === null

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
