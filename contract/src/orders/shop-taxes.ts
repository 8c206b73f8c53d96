import type { ShopInfo } from '../settings/shop-info.ts'
import { stateKey } from '../shared/postal.ts'
import { entryFor, type Place } from './places.ts'
import { type TaxRate, type TaxRules, taxLabelOf } from './taxes.ts'

export const taxExemptions = ['reverse-charge', 'export'] as const
export type TaxExemption = (typeof taxExemptions)[number]

export const EXEMPTION_TEXTS: Record<TaxExemption, string> = {
  'reverse-charge': 'Reverse charge: the customer is liable for the VAT.',
  export: 'Sold without tax to a company abroad.',
}

export type TaxedShop = Pick<
  ShopInfo,
  | ('taxIncluded' | 'taxName' | 'taxPercent' | 'taxRates' | 'taxOnShipping' | 'taxRounding')
  | ('taxClasses' | 'shippingTaxClass' | 'splitsGst' | 'taxCountry' | 'taxState')
>

interface Rate {
  name: string | null
  percent: number
}

/** The rates of each class for a place; before the address is known, those of no place. */
export function taxRulesOf(shop: TaxedShop, place: Place | undefined, exemption?: TaxExemption): TaxRules {
  const { taxIncluded, taxOnShipping, taxName, taxPercent } = shop
  const standard = entryFor(shop.taxRates, place) ?? { name: taxName, percent: taxPercent }
  const ratesOfClass = ({ percent, rates }: TaxedShop['taxClasses'][number]) => {
    const entry = entryFor(rates, place)
    return ratesOf(shop, place, { name: entry?.name ?? standard.name, percent: entry?.percent ?? percent })
  }
  const classes = shop.taxClasses.map(taxed => [taxed.name, ratesOfClass(taxed)] as const)
  return {
    taxes: ratesOf(shop, place, standard),
    ...(classes.length > 0 && { taxClasses: Object.fromEntries(classes) }),
    ...{ taxIncluded, taxOnShipping, taxByLine: shop.taxRounding === 'line' },
    ...(shop.shippingTaxClass !== null && { shippingTaxClass: shop.shippingTaxClass }),
    ...(exemption && { isExempt: true }),
  }
}

function ratesOf({ taxIncluded, ...shop }: TaxedShop, place: Place | undefined, { name, percent }: Rate): TaxRate[] {
  const rate = (name: string | null, percent: number) => ({ label: taxLabelOf(percent, name, taxIncluded), percent })
  if (percent === 0) return []
  if (!shop.splitsGst || shop.taxCountry !== 'IN' || place?.country !== 'IN' || !place.state)
    return [rate(name, percent)]
  const key = stateKey(place.state)
  if (key !== stateKey(shop.taxState ?? '')) return [rate('IGST', percent)]
  return [rate('CGST', percent / 2), rate(UNION_TERRITORIES.has(key) ? 'UTGST' : 'SGST', percent / 2)]
}

/** Those without a legislature; their half of the tax has a name of its own. */
const UNION_TERRITORIES = new Set(
  [
    ...['Andaman and Nicobar Islands', 'Chandigarh', 'Dadra and Nagar Haveli and Daman and Diu'],
    ...['Ladakh', 'Lakshadweep'],
  ].map(stateKey),
)
