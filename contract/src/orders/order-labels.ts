import { type Adjustment, SHOP_PRICING } from './pricing.ts'

/** The tax of an order as its totals show it: on top of the items, or contained in the total. */
export interface ShownTax {
  label: string
  isIncluded: boolean
}

/** Undefined of an order without tax. */
export function taxOf(adjustments: readonly Labelled[]): ShownTax | undefined {
  const row = adjustments.find(({ kind }) => kind === 'tax' || kind === 'included-tax')
  return row && { label: row.label, isIncluded: row.kind === 'included-tax' }
}

/** 'Shipping', or with the name of the method. */
export const shippingLabel = (method: string) =>
  method === SHOP_PRICING.shipping.label ? method : `Shipping (${method})`

type Labelled = Pick<Adjustment, 'kind' | 'label'>

/** The name of the method by which an order is delivered. */
export const deliveryMethodOf = (adjustments: readonly Labelled[]): string =>
  adjustments.find(({ kind }) => kind === 'shipping')?.label ?? SHOP_PRICING.shipping.label

export const shippingLabelOf = (adjustments: readonly Labelled[]) => shippingLabel(deliveryMethodOf(adjustments))

interface CompanyNumbers {
  registration: string | null
  taxNumber: string | null
}

/** The numbers of a company with their labels, as its documents show them; a number with a label of its own keeps that. */
export function companyNumbers({ registration, taxNumber }: CompanyNumbers): string[] {
  const labelled = (label: string, number: string | null) =>
    number === null ? [] : [number.includes(':') ? number : `${label}: ${number}`]
  return [...labelled('Registration', registration), ...labelled('Tax number', taxNumber)]
}
