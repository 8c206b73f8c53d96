import type { Person, startShop } from '../../../test/shop.ts'
import { newId } from '../../platform/database/ids.ts'

/** Ten percent off everything with a code of its own, unless the test says otherwise. */
export function discountsOf(shop: ReturnType<typeof startShop>, admin: Person) {
  const add = (given: object = {}) =>
    shop.post('/discounts', { ...aDiscount(), ...given }, admin) as Promise<{ data: { _id: string; code: string } }>
  const quote = async (products: object[], codes: string[] = [], as?: Person) =>
    (await shop.post('/quotes', { products, codes, place: shipped }, as)).data

  return {
    add,
    aDiscount,
    quote,

    /** Its price is 100.00, so an order of one costs 100 + 80 + 18. */
    aProduct: async (given: object = {}) => (await shop.product({ price_cents: 10_000, stock: 1000, ...given })).id,

    usesOf: async (id: string) => (await shop.get(`/discounts/${id}`, admin)).data,

    reasonOf: async (code: string, product: string, as?: Person) =>
      (await quote(one(product), [code], as)).discounts.map(({ refusal }: { refusal: string }) => refusal),
  }
}

export const one = (product: string, quantity = 1) => [{ product, quantity }]

export const shipped = { country: 'India', state: 'Maharashtra' }

const aDiscount = () => ({
  name: 'Summer sale',
  kind: 'percent',
  percent: 10,
  appliesTo: 'everything',
  targets: [],
  firstOrderOnly: false,
  customers: [],
  isAutomatic: false,
  isCombinable: false,
  isActive: true,
  code: `S${newId()}`,
})
