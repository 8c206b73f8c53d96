/** Loads the page anew when Back restores it from the browser's cache as it was left: busy, with an older order. */
export function leaveForProvider(approveUrl: string): void {
  window.onpageshow = ({ persisted }) => persisted && location.reload()
  location.assign(approveUrl)
}
