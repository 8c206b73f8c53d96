import { type Adjustment, SHOP_PRICING } from './pricing.ts'

interface ShownTax {
  label: string
  isIncluded: boolean
}

export function taxOf(adjustments: readonly Labelled[]): ShownTax | undefined {
  const row = adjustments.find(({ kind }) => kind === 'tax' || kind === 'included-tax')
  return row && { label: row.label, isIncluded: row.kind === 'included-tax' }
}

export const shippingLabel = (method: string) =>
  method === SHOP_PRICING.shipping.label ? method : `Shipping (${method})`

type Labelled = Pick<Adjustment, 'kind' | 'label'>

export const deliveryMethodOf = (adjustments: readonly Labelled[]): string =>
  adjustments.find(({ kind }) => kind === 'shipping')?.label ?? SHOP_PRICING.shipping.label

export const shippingLabelOf = (adjustments: readonly Labelled[]) => shippingLabel(deliveryMethodOf(adjustments))

interface CompanyNumbers {
  registration: string | null
  taxNumber: string | null
}

export function companyNumbers({ registration, taxNumber }: CompanyNumbers): string[] {
  const labelled = (label: string, number: string | null) =>
    number === null ? [] : [number.includes(':') ? number : `${label}: ${number}`]
  return [...labelled('Registration', registration), ...labelled('Tax number', taxNumber)]
}
