import type { CartLine } from '@mela/contract'
import type { CartWords } from './cart.store.ts'

export interface Contents extends CartWords {
  lines: CartLine[]
}

/**
 * The cart of this browser and that of the account, line by line, from the one that both were before. Where one side
 * alone has changed a line, it counts. Where both have, the higher quantity does and not the sum: merging again, as
 * after a lost answer or a second sign-in, must add nothing.
 */
export function mergeCarts(before: Contents, here: Contents, there: Contents): Contents {
  const [was, own, other] = [before, here, there].map(quantities) as [Quantities, Quantities, Quantities]
  const known = new Map([...here.lines, ...there.lines].map(line => [line.variant, line]))
  const lines = [...known.values()].flatMap(line => {
    const [old, mine, theirs] = [was, own, other].map(all => all.get(line.variant) ?? 0) as [number, number, number]
    const quantity = mine === old ? theirs : theirs === old ? mine : Math.max(mine, theirs)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  const words = (key: keyof CartWords) => (here[key] === before[key] ? there[key] : here[key])
  return { lines, note: words('note'), giftText: words('giftText') }
}

type Quantities = Map<string, number>
const quantities = ({ lines }: Contents): Quantities => new Map(lines.map(line => [line.variant, line.quantity]))

/** Whatever the order of the lines. */
export function isSameCart(one: Contents, other: Contents): boolean {
  const [here, there] = [quantities(one), quantities(other)]
  const isSame = here.size === there.size && [...here].every(([variant, quantity]) => there.get(variant) === quantity)
  return isSame && one.note.trim() === other.note.trim() && one.giftText.trim() === other.giftText.trim()
}
