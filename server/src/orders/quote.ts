import {
  effectivePrice,
  fromCents,
  type Media,
  type OrderInput,
  type OrderTotals,
  orderTotals,
  type Priced,
  type Quote,
  savedPerUnit,
  toCents,
} from '@mela/contract'
import { conflict } from '../http/errors.ts'
import type { OrderLimits } from './order-limits.ts'

/** A product as an order sees it: prices in cents; only buyable ones are active. */
export interface PricedCart extends Priced {
  id: string
  name: string
  isActive: boolean
  stock: number
  picture: Media | null
}

export interface PricedLine {
  product: PricedCart
  quantity: number
}

/** Equal products become one line, because they share one stock (B14). */
export function mergeLines(products: OrderInput['products']): Map<string, number> {
  const quantities = new Map<string, number>()
  for (const { product, quantity } of products) quantities.set(product, (quantities.get(product) ?? 0) + quantity)
  return quantities
}

type UnitLimits = Pick<OrderLimits, 'units' | 'unitsInAll'>
const unlimited: UnitLimits = { units: Number.POSITIVE_INFINITY, unitsInAll: Number.POSITIVE_INFINITY }

export const unitsOf = (lines: { quantity: number }[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Refuses an order that cannot be filled at the amounts shown, and quotes the present ones (B1, C1). */
export function validateCart(lines: PricedLine[], input: OrderInput, limits: UnitLimits = unlimited): void {
  const { units: mostUnits, unitsInAll } = limits
  const quote = quoteOf(lines, mostUnits)
  const gone = lines.find(({ product }) => !product.isActive)
  if (gone) throw conflict(`${gone.product.name || 'A product in your cart'} is no longer available.`, quote)

  const long = lines.find(({ quantity }) => quantity > mostUnits)
  if (long) {
    throw conflict(
      `An order holds ${mostUnits} units of one product at the most: please order fewer of ${long.product.name}.`,
      quote,
    )
  }

  if (unitsOf(lines) > unitsInAll) {
    throw conflict(`An order holds ${unitsInAll} units in all until it is paid: please order fewer.`, quote)
  }

  const short = lines.find(({ product, quantity }) => quantity > product.stock)
  if (short) throw conflict(shortageOf(short.product), quote)

  if (!agrees(input, quote)) {
    throw conflict('Prices or availability have changed. Please review your cart and try again.', quote)
  }
}

function shortageOf({ name, stock }: PricedCart): string {
  return stock > 0 ? `${name} has only ${stock} left in stock.` : `${name} is out of stock.`
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

function quoteOf(lines: PricedLine[], mostUnits: number): Quote {
  return {
    products: lines.map(({ product, quantity }) => ({
      product: product.id,
      name: product.name,
      price: fromCents(effectivePrice(product)),
      savedAmount: fromCents(savedPerUnit(product)),
      quantity,
      available: product.isActive ? Math.min(product.stock, mostUnits) : 0,
      isActive: product.isActive,
    })),
    ...amountsOf(orderTotals(lines.filter(({ product }) => product.isActive))),
  }
}

/** Shown amounts may be a cent off, as browsers round differently; savings are not compared. */
function agrees({ products, ...input }: OrderInput, quote: Quote): boolean {
  const isClose = (sent: number | undefined, ours: number) =>
    sent === undefined || Math.abs(toCents(sent) - toCents(ours)) <= 1
  const prices = new Map(quote.products.map(({ product, price }) => [product, price]))
  return (
    products.every(({ product, price }) => isClose(price, prices.get(product) ?? 0)) &&
    isClose(input.subTotal, quote.subTotal) &&
    isClose(input.shippingAmount, quote.shippingAmount) &&
    isClose(input.taxAmount, quote.taxAmount) &&
    isClose(input.totalAmount, quote.totalAmount)
  )
}
