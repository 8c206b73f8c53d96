import type { Person, startShop } from '../../../test/shop.ts'
import { newId } from '../../platform/database/ids.ts'

/** Ten percent off everything with a code of its own, unless the test says otherwise. */
export function discountsOf(shop: ReturnType<typeof startShop>, admin: Person) {
  const add = (given: object = {}) =>
    shop.post('/discounts', { ...aDiscount(), ...given }, admin) as Promise<{ data: { _id: string; code: string } }>
  return { add, aDiscount }
}

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
