import { isDeepStrictEqual } from 'node:util'
import {
  type DeliveryMethod,
  effectivePrice,
  formatPrice,
  fromCents,
  type OrderInput,
  type OrderTotals,
  orderTotals,
  type PricedOrder,
  type PricingContext,
  type Quote,
  savedPerUnit,
  shippingCents,
  shippingRuleOf,
  toCents,
  weightOf,
} from '@mela/contract'
import { conflict } from '../platform/http/errors.ts'
import type { OrderLimits } from './order-limits.ts'
import { labelOf, type PricedLine, type PricedVariant } from './priced-lines.ts'

interface CartLimits extends Partial<Pick<OrderLimits, 'units' | 'unitsInAll'>> {
  /** Cents. */
  highestTotal: number
  currency: string
  pricing: PricingContext
  methods: DeliveryMethod[]
}

const unitsOf = (lines: { quantity: number }[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

const unitsLike = (line: PricedLine, lines: PricedLine[]) =>
  unitsOf(lines.filter(({ product }) => product.id === line.product.id))

/** Refuses an order that cannot be filled at the amounts shown, and quotes the present ones. */
export function validateCart(lines: PricedLine[], input: OrderInput, limits: CartLimits): PricedOrder {
  const {
    currency,
    pricing,
    methods,
    units: mostUnits = Number.POSITIVE_INFINITY,
    unitsInAll = Number.POSITIVE_INFINITY,
    highestTotal,
  } = limits
  const totals = orderTotals(
    lines.filter(({ product }) => product.isActive),
    pricing,
  )
  const quote = { ...quoteOf(lines, totals, mostUnits), currency, ...termsOf(totals, lines, limits) }
  if (methods.length === 0) throw conflict('We do not deliver to this address.', 'no_delivery', quote)

  const gone = lines.find(({ product }) => !product.isActive)
  if (gone)
    throw conflict(
      `${labelOf(gone.product) || 'A product in your cart'} is no longer available.`,
      'product_unavailable',
      quote,
    )

  const long = lines.find(line => unitsLike(line, lines) > mostUnits)
  if (long) {
    throw conflict(
      `An order holds ${mostUnits} units of one product at the most: please order fewer of ${long.product.name}.`,
      'quantity_limit',
      quote,
    )
  }

  if (unitsOf(lines) > unitsInAll) {
    throw conflict(
      `An order holds ${unitsInAll} units in all until it is paid: please order fewer.`,
      'quantity_limit',
      quote,
    )
  }

  if (totals.totalPrice === 0 && lines.length > 0) {
    throw conflict(
      'An order of nothing but free items cannot be placed, because its payment would be 0: please add something to it.',
      'order_total_limit',
      quote,
    )
  }

  if (totals.totalPrice > highestTotal) {
    const highest = formatPrice(fromCents(highestTotal), currency)
    throw conflict(
      `An order can be ${highest} at the most, because no payment can be higher: please order less.`,
      'order_total_limit',
      quote,
    )
  }

  const short = lines.find(({ product, quantity }) => quantity > product.stock)
  if (short) throw conflict(shortageOf(short.product), 'out_of_stock', quote)

  const isOffered = methods.some(({ name }) => name === (input.deliveryMethod ?? name))
  if (!isOffered || (input.currency ?? currency) !== currency || !agrees(input, lines, totals)) {
    throw conflict(
      'Prices or availability have changed. Please review your cart and try again.',
      'price_changed',
      quote,
    )
  }
  return totals
}

function termsOf({ itemsPrice: items }: OrderTotals, lines: PricedLine[], { pricing, methods }: CartLimits) {
  const shipped = { items, grams: weightOf(lines.filter(({ product }) => product.isActive)) }
  return {
    taxIncluded: pricing.taxIncluded ?? false,
    deliveryMethods: methods.map(method => {
      const { name, minDays, maxDays } = method
      return { name, amount: fromCents(shippingCents(shippingRuleOf(method), shipped)), minDays, maxDays }
    }),
  }
}

function shortageOf(product: PricedVariant): string {
  const [label, { stock }] = [labelOf(product), product]
  return stock > 0 ? `${label} has only ${stock} left in stock.` : `${label} is out of stock.`
}

function amountsOf({ itemsPrice, discountPrice, shippingPrice, taxPrice, totalPrice }: OrderTotals) {
  return {
    subTotal: fromCents(itemsPrice),
    savedAmount: fromCents(discountPrice),
    shippingAmount: fromCents(shippingPrice),
    taxAmount: fromCents(taxPrice),
    totalAmount: fromCents(totalPrice),
  }
}

function quoteOf(
  lines: PricedLine[],
  totals: OrderTotals,
  mostUnits: number,
): Omit<Quote, 'currency' | 'taxIncluded' | 'deliveryMethods'> {
  return {
    products: lines.map(({ product, quantity }) => ({
      product: product.id,
      variant: product.variant,
      name: product.name,
      options: product.options,
      price: fromCents(effectivePrice(product)),
      savedAmount: fromCents(savedPerUnit(product)),
      quantity,
      available: product.isActive ? Math.min(product.stock, mostUnits) : 0,
      isActive: product.isActive,
    })),
    ...amountsOf(totals),
  }
}

/** Shown amounts may be a cent off, as browsers round differently; savings and the order of options are not compared. */
function agrees(input: OrderInput, lines: PricedLine[], totals: OrderTotals): boolean {
  const isClose = (sent: number | undefined, cents: number) =>
    sent === undefined || Math.abs(toCents(sent) - cents) <= 1
  return (
    lines.every(({ product, shown }) =>
      shown.every(
        ({ price, options = product.options }) =>
          isClose(price, effectivePrice(product)) && isDeepStrictEqual(options, product.options),
      ),
    ) &&
    isClose(input.subTotal, totals.itemsPrice) &&
    isClose(input.shippingAmount, totals.shippingPrice) &&
    isClose(input.taxAmount, totals.taxPrice) &&
    isClose(input.totalAmount, totals.totalPrice)
  )
}
