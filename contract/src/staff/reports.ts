/** Ranges of the dashboard's figures in days. */
export const REPORT_DAYS = [7, 14, 30, 90] as const
export const DEFAULT_REPORT_DAYS = 14

/** At this number of units staff are told to reorder. The triggers of the stock repeat it. */
export const REORDER_STOCK = 5
