import type { ShopInfo } from '@mela/contract'

/** The shop's town after a word, or nothing. */
export const inTown = (before: string, { town }: ShopInfo): string => (town ? before + town : '')
