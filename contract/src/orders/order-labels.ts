import { type Adjustment, SHOP_PRICING } from './pricing.ts'

/** The tax of an order as its totals show it: on top of the items, or contained in the total. */
export interface ShownTax {
  label: string
  isIncluded: boolean
}

/** Undefined of an order without tax. */
export function taxOf(adjustments: readonly Pick<Adjustment, 'kind' | 'label'>[]): ShownTax | undefined {
  const row = adjustments.find(({ kind }) => kind === 'tax' || kind === 'included-tax')
  return row && { label: row.label, isIncluded: row.kind === 'included-tax' }
}

/** 'Shipping', or with the name of the method. */
export const shippingLabel = (method: string) =>
  method === SHOP_PRICING.shipping.label ? method : `Shipping (${method})`

export const shippingLabelOf = (adjustments: readonly Pick<Adjustment, 'kind' | 'label'>[]) =>
  shippingLabel(adjustments.find(({ kind }) => kind === 'shipping')?.label ?? SHOP_PRICING.shipping.label)
