/** The end of an order's id, for display: ids begin with the time, so their beginnings are alike. */
export function shortOrderId(id: string): string {
  return id.slice(-8).toUpperCase()
}
