export const REPORT_DAYS = [7, 14, 30, 90] as const
export const DEFAULT_REPORT_DAYS = 14
