/** The end of an id, for display: ids begin with the time, so their beginnings are alike. */
export const shortOrderId = (id: string): string => id.slice(-8).toUpperCase()

/** How pages, emails and printed sheets call an order: by the owner's number, else by the end of its id. */
export const orderName = ({ _id, number }: { _id: string; number: string | null }): string =>
  number ?? shortOrderId(_id)
