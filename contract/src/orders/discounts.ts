import { formatPrice, fromCents } from '../shared/money.ts'
import { discountLabel } from './adjustments.ts'
import type { AppliedDiscount } from './apply-discounts.ts'
import { effectivePrice } from './effective-price.ts'
import { type LineToPrice, orderTotals, type PricingContext } from './pricing.ts'

export const MOST_CODES = 5
export const LONGEST_TYPED_CODE = 60

/** Codes are compared in upper case, without spaces and hyphens. Turkish keyboards make İ of i. */
export const codeKeyOf = (typed: string) =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/I\u0307|İ/g, 'I')
    .replace(/[\s\p{Z}\p{Pd}\p{C}]/gu, '')

export const SHORTEST_CODE = 3
export const LONGEST_CODE = 40

/** Whether it can be a discount's or a gift card's. Spaces and hyphens make a code easier to read. */
export const isCode = (typed: string) =>
  typed.length <= LONGEST_CODE && /^[\p{L}\p{M}\p{N} -]+$/u.test(typed) && codeKeyOf(typed).length >= SHORTEST_CODE

/** What is said of a code that does not exist, is paused, or is for other customers: a guess learns nothing. */
export const UNKNOWN_CODE = 'This code is not valid. Please check it, and sign in if it was sent to you personally.'

export const UNPAID_COUNTS = 'An order that is not paid yet counts, until it is cancelled.'

type Benefit<Discount> = Discount extends unknown ? Omit<Discount, 'source' | 'label' | 'lines'> : never

export interface DiscountOffer {
  id: string
  name: string
  code: string | null
  isCombinable: boolean
  isForAll: boolean
  benefit: Benefit<AppliedDiscount>
  lines: number[]
  /** Cents, of the lines that it covers. */
  minSubtotal: number | null
  /** Units, of the lines that it covers. */
  minQuantity: number | null
  /** What its code is refused with, where that does not depend on the cart. */
  refusal?: string | undefined
}

export interface ChosenDiscounts {
  offers: DiscountOffer[]
  applied: AppliedDiscount[]
  refused: { code: string; refusal: string; id: string }[]
}

/**
 * Chooses what makes the order cheapest: one discount alone, or one automatic discount with the codes that can be
 * combined. The reasons name why the other codes take nothing off.
 */
export function chooseDiscounts(
  lines: LineToPrice[],
  context: PricingContext,
  offers: DiscountOffer[],
  currency: string,
): ChosenDiscounts {
  const reasons = new Map(offers.map(offer => [offer, refusalOf(offer, offers, lines, currency)]))
  const open = offers.filter(offer => reasons.get(offer) === undefined)
  const totalOf = (chosen: DiscountOffer[]) =>
    orderTotals(lines, { ...context, discounts: inOrder(chosen).map(appliedOf) }).totalPrice

  const sets = permittedSets(open).map(set => ({ set, total: totalOf(set) }))
  const { set: best } = sets.reduce((best, other) => (other.total < best.total ? other : best))
  const plain = totalOf([])
  const whyNot = (offer: DiscountOffer) => {
    const isCombined = [offer, ...best].every(({ isCombinable }) => isCombinable)
    if (!isCombined && totalOf([offer]) < plain)
      return `cannot be combined with ${namesOf(best)}, which saves you more.`
    const { benefit } = offer
    const missing = benefit.kind === 'buy-get' ? benefit.buy + 1 - unitsOf(offer, lines) : 0
    if (missing > 0) return needsUnits(missing, ofWhat(offer, lines))
    return benefit.kind === 'free-delivery' ? 'is not needed: delivery is free.' : 'does not make this order cheaper.'
  }
  return {
    offers: inOrder(best),
    applied: inOrder(best).map(appliedOf),
    refused: offers
      .filter(offer => !best.includes(offer))
      .flatMap(offer =>
        offer.code === null
          ? []
          : { code: offer.code, refusal: reasons.get(offer) ?? `${offer.code} ${whyNot(offer)}`, id: offer.id },
      ),
  }
}

/** Smaller sets come first, and of equal ones the first is chosen, so that no code is used up in vain. */
function permittedSets(open: DiscountOffer[]): [DiscountOffer[], ...DiscountOffer[][]] {
  const combinable = open.filter(({ isCombinable }) => isCombinable)
  const automatic = combinable.filter(({ code }) => code === null).map(offer => [offer])
  const combined = combinable
    .filter(({ code }) => code !== null)
    .reduce((sets, code) => sets.concat(sets.map(set => [...set, code])), [[], ...automatic])
  const sets = [...open.map(offer => [offer]), ...combined.filter(({ length }) => length > 1)]
  return [[], ...sets.sort((a, b) => a.length - b.length)]
}

const KINDS: AppliedDiscount['kind'][] = ['buy-get', 'percent', 'amount', 'free-delivery']

/** Amounts come after percents, which are then of more. */
const inOrder = (offers: DiscountOffer[]) =>
  offers.toSorted((a, b) => KINDS.indexOf(a.benefit.kind) - KINDS.indexOf(b.benefit.kind))

export const sourceOf = (discountId: string) => `discount:${discountId}`

const appliedOf = ({ id, name, code, benefit, lines }: DiscountOffer): AppliedDiscount => ({
  ...benefit,
  source: sourceOf(id),
  label: discountLabel(name, code),
  lines,
})

const coveredBy = (offer: DiscountOffer, lines: LineToPrice[]) =>
  lines.filter((_, position) => offer.lines.includes(position))

const unitsOf = (offer: DiscountOffer, lines: LineToPrice[]) =>
  coveredBy(offer, lines).reduce((sum, { quantity }) => sum + quantity, 0)

const ofWhat = (offer: DiscountOffer, lines: LineToPrice[]) =>
  offer.isForAll && offer.lines.length === lines.length ? '' : ' of what it is for'

const needsUnits = (missing: number, of: string) =>
  `needs ${missing} more ${missing === 1 ? 'unit' : 'units'}${of} in your cart.`

function refusalOf(
  offer: DiscountOffer,
  offers: DiscountOffer[],
  lines: LineToPrice[],
  currency: string,
): string | undefined {
  if (offer.refusal !== undefined) return offer.refusal
  const covered = coveredBy(offer, lines)
  const cents = covered.reduce((sum, { product, quantity }) => sum + effectivePrice(product) * quantity, 0)
  const { code, minSubtotal, minQuantity } = offer
  if (offers.find(({ id, refusal }) => id === offer.id && !refusal) !== offer)
    return `${code} is of the same discount as another code.`
  if (covered.length === 0) return `${code} is not for what is in your cart.`
  const of = ofWhat(offer, lines)
  if (cents < (minSubtotal ?? 0))
    return `${code} needs ${formatPrice(fromCents((minSubtotal ?? 0) - cents), currency)} more${of}.`
  const missing = (minQuantity ?? 0) - unitsOf(offer, lines)
  if (missing > 0) return `${code} ${needsUnits(missing, of)}`
  return undefined
}

const namesOf = (offers: DiscountOffer[]) => offers.map(({ name, code }) => code ?? `“${name}”`).join(' and ')
