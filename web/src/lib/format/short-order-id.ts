/** The part of an order's id that tells neighbours apart, for people: ids begin with the time. */
export function shortOrderId(id: string): string {
  return id.slice(-8).toUpperCase()
}
