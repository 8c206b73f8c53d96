import { createStore, createTabText } from '../lib/storage.ts'

/** When a payment last began or ended in any tab, in milliseconds: pay pages in other tabs ask then. */
export const lastPaying = createStore('mela.paying', 0, stored => (typeof stored === 'number' ? stored : undefined))

/** The order whose buyer this tab has led to the provider, until its pay page opens. */
export const ledOrder = createTabText('mela.led-order')
