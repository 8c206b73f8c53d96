/** The currency of the shop (T400). */
export const CURRENCY = { code: 'USD', symbol: '$' } as const
