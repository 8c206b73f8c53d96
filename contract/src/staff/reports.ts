/** Over how many days the dashboard's figures may look back. */
export const REPORT_DAYS = [7, 14, 30, 90] as const
export const DEFAULT_REPORT_DAYS = 14

/** So many pieces or fewer, and staff is told to order more. The triggers of the stock know the same number. */
export const REORDER_STOCK = 5
