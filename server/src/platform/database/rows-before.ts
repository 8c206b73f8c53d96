/** A page of a newest-first list: this many rows after the given id. */
export interface RowsBefore {
  before?: string | undefined
  limit: number
}
