import type { AppliedDiscount } from '../src/orders/apply-discounts.ts'
import type { LineToPrice, PricingContext } from '../src/orders/pricing.ts'
import { SHARED, type TaxRate } from '../src/orders/taxes.ts'

/** The rules of a price (ADR 0036, 0098, 0099, 0100), written a second time: without rows, in integers of any size. */
export function priceByTheRules(lines: LineToPrice[], rules: PricingContext) {
  const isGoods = lines.map(({ product }) => !product.isGiftCard)
  const { discounts = [], otherShipping = [], taxIncluded, isExempt } = rules

  // Each discount takes from the goods that it covers, of what the ones before it have left.
  let left = lines.map(({ product, quantity }) => big(unitPrice(product) * quantity))
  for (const discount of discounts) {
    const covered = left.map((cents, line) => (isCovered(discount, lines, line) ? cents : 0n))
    const cuts = cutsOf(discount, covered, lines)
    left = left.map((cents, line) => cents - (cuts[line] ?? 0n))
  }

  // Delivery is of what is left of the goods, at the cheapest rule. Gift cards go by email.
  const goods = sum(left.filter((_, line) => isGoods[line]))
  const grams = lines.reduce(
    (all, { product, quantity }, line) => (isGoods[line] ? all + (product.weight ?? 0) * quantity : all),
    0,
  )
  const prices = [rules.shipping, ...otherShipping].map(rule => deliveryPrice(rule, goods, grams))
  const isFree = !isGoods.includes(true) || discounts.some(({ kind }) => kind === 'free-delivery')
  const delivery = isFree ? 0n : prices.reduce((best, price) => (price < best ? price : best))
  const extras = [delivery, big(rules.fee?.cents ?? 0)]

  // What is taxed belongs to a class: goods to their own, delivery and fee to one, or to those of the goods by their cost.
  const classOf = (name: string | null | undefined) => (name && rules.taxClasses?.[name] ? name : '')
  const taxed = new Map<string, bigint[]>()
  const add = (name: string, cents: bigint) => taxed.set(name, [...(taxed.get(name) ?? []), cents])
  for (const [line, cents] of left.entries()) if (isGoods[line]) add(classOf(lines[line]?.product.taxClass), cents)
  const costs = [...taxed].map(([name, amounts]) => [name, sum(amounts)] as const)
  for (const cents of rules.taxOnShipping ? extras : []) {
    if (rules.shippingTaxClass !== SHARED) add(classOf(rules.shippingTaxClass), cents)
    else
      for (const [at, part] of allotted(
        cents,
        costs.map(([, cost]) => cost),
      ).entries())
        add(costs[at]?.[0] ?? '', part)
  }

  // An exempt buyer pays no tax: prices that contain it are reduced by it, each amount for itself.
  const ratesOf = (name: string) => rules.taxClasses?.[name] ?? rules.taxes
  const kept = isExempt ? [] : [...taxed]
  const taxes = kept.flatMap(([taxClass, amounts]) =>
    ratesOf(taxClass).map(({ percent }, at) => {
      const of = (cents: bigint) => taxesOf(cents, ratesOf(taxClass), taxIncluded)[at] ?? 0n
      return { taxClass, percent, cents: rules.taxByLine ? sum(amounts.map(of)) : of(sum(amounts)) }
    }),
  )
  const tax = sum(taxes.map(({ cents }) => cents))
  const spared =
    isExempt && taxIncluded
      ? sum([...taxed].flatMap(([name, amounts]) => amounts.flatMap(cents => taxesOf(cents, ratesOf(name), true))))
      : 0n
  const saved = sum(lines.map(({ product, quantity }) => big((product.price - unitPrice(product)) * quantity)))
  return { left, saved, delivery, taxes, tax, total: sum([...left, ...extras]) + (taxIncluded ? 0n : tax) - spared }
}

const isCovered = (discount: AppliedDiscount, lines: LineToPrice[], line: number) =>
  discount.lines.includes(line) && !lines[line]?.product.isGiftCard

const unitPrice = ({ price, onSale, salePrice }: LineToPrice['product']) =>
  onSale && salePrice && salePrice > 0 && salePrice < price ? salePrice : price

/** What a discount takes off each line. `covered` is what each has left, 0 where it is not covered. */
function cutsOf(discount: AppliedDiscount, covered: bigint[], lines: LineToPrice[]): bigint[] {
  if (discount.kind === 'free-delivery') return []
  if (discount.kind === 'amount') return allotted(least(big(discount.cents), sum(covered)), covered)
  if (discount.kind === 'percent')
    return allotted(rounded(sum(covered) * thousandths(discount.percent), 100_000n), covered)

  // Of each `buy + get` units the buyer gets `get`; of those that are left over, what is beyond `buy`.
  const counts = covered.map((_, line) => (isCovered(discount, lines, line) ? (lines[line]?.quantity ?? 0) : 0))
  const group = discount.buy + discount.get
  const all = counts.reduce((units, count) => units + count, 0)
  let got = Math.floor(all / group) * discount.get + Math.max(0, (all % group) - discount.buy)
  const cuts = covered.map(() => 0n)
  const isCheaper = (a: number, b: number) =>
    Number((covered[a] ?? 0n) * big(counts[b] ?? 0) - (covered[b] ?? 0n) * big(counts[a] ?? 0))
  for (const line of [...counts.keys()].filter(line => counts[line]).sort(isCheaper)) {
    const units = Math.min(got, counts[line] ?? 0)
    got -= units
    const cost = rounded((covered[line] ?? 0n) * big(units), big(counts[line] ?? 1))
    cuts[line] = least(covered[line] ?? 0n, rounded(cost * thousandths(discount.percent), 100_000n))
  }
  return cuts
}

function deliveryPrice(
  { cents, steps = [], stepsByWeight, freeAboveCents }: PricingContext['shipping'],
  goods: bigint,
  grams: number,
) {
  if (freeAboveCents !== null && goods > big(freeAboveCents)) return 0n
  const reached = steps.filter(({ from }) => (stepsByWeight ? big(grams) : goods) >= big(from))
  return big(reached.at(-1)?.cents ?? cents)
}

/** The tax of an amount by each of its rates, or what the amount contains of each. */
function taxesOf(cents: bigint, rates: TaxRate[], isIncluded: boolean | undefined): bigint[] {
  const parts = rates.map(({ percent }) => thousandths(percent))
  return parts.map(part => rounded(cents * part, 100_000n + (isIncluded ? sum(parts) : 0n)))
}

/** Rounds every part down; the cents that are left go to the largest remainders, of equal ones to the first. */
function allotted(cents: bigint, weights: bigint[]): bigint[] {
  const whole = sum(weights)
  if (whole === 0n) return weights.map((_, at) => (at === 0 ? cents : 0n))
  const parts = weights.map(weight => (cents * weight) / whole)
  const order = weights
    .map((weight, at) => ({ at, rest: (cents * weight) % whole }))
    .sort((a, b) => Number(b.rest - a.rest) || a.at - b.at)
  for (const { at } of order.slice(0, Number(cents - sum(parts)))) parts[at] = (parts[at] ?? 0n) + 1n
  return parts
}

const big = (number: number) => BigInt(number)
const sum = (numbers: bigint[]) => numbers.reduce((all, number) => all + number, 0n)
const least = (a: bigint, b: bigint) => (a < b ? a : b)
const thousandths = (percent: number) => big(Math.round(percent * 1000))
/** Half upwards. */
const rounded = (above: bigint, below: bigint) => (2n * above + below) / (2n * below)
