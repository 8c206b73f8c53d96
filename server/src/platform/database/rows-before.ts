export interface RowsBefore {
  before?: string | undefined
  limit: number
}
