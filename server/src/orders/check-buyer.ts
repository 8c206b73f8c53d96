import {
  type AddressInput,
  COUNTRIES,
  isInUnion,
  type OrderInput,
  placeOf,
  type ShippingAddress,
  type ShopInfo,
  type TaxExemption,
} from '@mela/contract'
import { invalid } from '../platform/http/errors.ts'
import { type AddressTerms, checkAddress, withPostal } from '../shop/check-address.ts'

export interface Buyer {
  billingAddress: AddressInput | null
  company: string | null
  /** In its short form, with the prefix of a country of the European Union. */
  taxNumber: string | null
  exemption?: TaxExemption
}

type BuyerTerms = AddressTerms & Pick<ShopInfo, 'taxCountry' | 'taxFreeCompanies'>
type Typed = Pick<OrderInput, 'company' | 'taxNumber'>
type Address = Parameters<typeof placeOf>[0]

/** Checks who buys: billing address → tax number → whether tax is due. Throws on an impossible address or number. */
export async function checkBuyer(
  shop: BuyerTerms,
  shipTo: Address,
  input: Typed & Pick<OrderInput, 'billingAddress'>,
): Promise<Buyer> {
  // Bills go to all countries: neither tax nor delivery depends on where.
  const everywhere = {
    ...shop,
    countries: Object.keys(COUNTRIES),
    taxRates: [],
    taxClasses: [],
    zones: [],
    splitsGst: false,
  }
  const billingAddress = input.billingAddress ? checkAddress(everywhere, input.billingAddress, 'billingAddress') : null
  const billTo = billingAddress ? withPostal(billingAddress) : shipTo
  const number =
    input.taxNumber === undefined ? undefined : await readTaxNumber(input.taxNumber, placeOf(billTo).country)
  if (number?.isWrong) throw invalid({ taxNumber: wrongNumber(number.country) })

  const exemption = number && exemptionBy(shop, shipTo, input.company, number)
  const { company = null } = input
  return { billingAddress, company, taxNumber: number?.text ?? null, ...(exemption && { exemption }) }
}

/** Whether an order to this place has no tax, for a quote: a wrong number is no reason. */
export async function findTaxExemption(
  shop: BuyerTerms,
  shipTo: Address,
  { company, taxNumber }: Typed,
  billTo = shipTo,
) {
  if (!company || !taxNumber || shop.taxFreeCompanies === 'none') return undefined
  return exemptionBy(shop, shipTo, company, await readTaxNumber(taxNumber, placeOf(billTo).country))
}

const wrongNumber = (country: string) =>
  `This is not a ${isInUnion(country) ? 'VAT' : 'tax'} number of ${COUNTRIES[country] ?? country}: please check its digits.`

/** Goods that leave the country, for a company that is taxed elsewhere. */
function exemptionBy(
  { taxCountry, taxFreeCompanies }: BuyerTerms,
  shipTo: Address,
  company: string | undefined,
  { isChecked, country: taxedIn }: TaxNumber,
): TaxExemption | undefined {
  const { country } = placeOf(shipTo)
  if (!company || !isChecked || taxFreeCompanies === 'none') return undefined
  if (country === taxCountry || taxedIn === taxCountry) return undefined
  if (isInUnion(taxCountry) && isInUnion(country)) return isInUnion(taxedIn) ? 'reverse-charge' : undefined
  return taxFreeCompanies === 'abroad' ? 'export' : undefined
}

interface TaxNumber {
  text: string
  country: string
  isChecked: boolean
  /** The rules of its country are known for certain, and it breaks them. */
  isWrong: boolean
}

/** A number of the European Union may name its country; another is one of the country of the bill. */
async function readTaxNumber(typed: string, billedIn: string): Promise<TaxNumber> {
  // A fifth of a second of loading, for the few orders that name a number.
  const { entityValidators, euVat, stdnum } = await import('stdnum')
  const text = typed.toUpperCase().replace(/[\s.-]/g, '')
  const prefix = text.slice(0, 2).replace('EL', 'GR')
  const country = isInUnion(prefix) ? prefix : billedIn
  const isUnion = isInUnion(country)
  const known = isUnion ? euVat[country] : country === 'IN' ? [stdnum.IN?.gstin] : entityValidators[country]
  const found = known?.map(validator => validator?.validate(text)).find(result => result?.isValid)
  const compact = found?.isValid && isUnion ? `${country === 'GR' ? 'EL' : country}${found.compact}` : text
  return { text: compact, country, isChecked: !!found, isWrong: !found && (isUnion || country === 'IN') }
}

export const buyerColumns = ({ billingAddress, company, taxNumber, exemption }: Buyer) => ({
  billing_address: billingAddress && JSON.stringify(billingAddress satisfies ShippingAddress),
  company,
  tax_number: taxNumber,
  tax_exemption: exemption ?? null,
})
