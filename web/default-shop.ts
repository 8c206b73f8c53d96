import { DEFAULT_SHOP } from '@mela/contract'

/** Computed when the web app is built: pages need these values, but neither the rules nor the texts of settings. */
export const define = { __DEFAULT_SHOP__: JSON.stringify(DEFAULT_SHOP) }
