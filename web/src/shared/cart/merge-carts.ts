import type { CartLine } from '@mela/contract'
import { giftKey } from './account-cart.store.ts'
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
  const [was, own, other] = [byVariant(before), byVariant(here), byVariant(there)]
  const lines = [...new Map([...own, ...other]).values()].flatMap(({ product, variant }) => {
    const [old, mine, theirs] = [was.get(variant), own.get(variant), other.get(variant)]
    const quantity = mergeQuantities(old?.quantity ?? 0, mine?.quantity ?? 0, theirs?.quantity ?? 0)
    const isGiftChanged = mine && giftKey(mine.gift) !== giftKey(old?.gift)
    // A client that knows no gifts saves none.
    const gift = isGiftChanged ? mine.gift : (theirs?.gift ?? mine?.gift)
    return quantity > 0 ? [{ product, variant, quantity, ...(gift && { gift }) }] : []
  })
  const words = (key: keyof CartWords) => (here[key] === before[key] ? there[key] : here[key])
  return { lines, note: words('note'), giftText: words('giftText') }
}

const mergeQuantities = (old: number, mine: number, theirs: number) =>
  mine === old ? theirs : theirs === old ? mine : Math.max(mine, theirs)

const byVariant = ({ lines }: Contents) => new Map(lines.map(line => [line.variant, line]))

const keysOf = ({ lines }: Contents) =>
  new Map(lines.map(({ variant, quantity, gift }) => [variant, `${quantity} ${giftKey(gift)}`]))

/** Whatever the order of the lines. */
export function isSameCart(one: Contents, other: Contents): boolean {
  const [here, there] = [keysOf(one), keysOf(other)]
  const isSame = here.size === there.size && [...here].every(([variant, key]) => there.get(variant) === key)
  return isSame && one.note.trim() === other.note.trim() && one.giftText.trim() === other.giftText.trim()
}
