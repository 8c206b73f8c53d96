/** A part of a list that is newest first: so many rows behind the one with this id. */
export interface RowsBefore {
  before?: string | undefined
  limit: number
}
