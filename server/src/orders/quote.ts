import { isDeepStrictEqual } from 'node:util'
import {
  type CartQuote,
  chooseDiscounts,
  type DeliveryMethod,
  type DiscountOffer,
  type ErrorCode,
  effectivePrice,
  formatPrice,
  fromCents,
  isDeliverable,
  type Media,
  type OrderInput,
  orderTotals,
  type Priced,
  type PricedOrder,
  type PricingContext,
  type Quote,
  savedPerUnit,
  sourceOf,
  sumOf,
  toCents,
} from '@mela/contract'
import { conflict } from '../platform/http/errors.ts'
import { type FoundGiftCard, shareAmongCards } from './gift-cards/find-gift-cards.ts'

/** Prices are in cents; `isActive` only when the variant can be bought. */
export interface PricedVariant extends Priced {
  id: string
  variant: string
  name: string
  weight: number | null
  taxClass: string | null
  hsnCode: string | null
  sku: string | null
  options: Record<string, string>
  isActive: boolean
  stock: number
  picture: Media | null
  isGiftCard: boolean
}

export interface PricedLine {
  product: PricedVariant
  quantity: number
  shown: Shown[]
  gifts: Gift[]
}

export interface WantedLine {
  product: string
  /** Undefined: the shop chooses one. */
  variant: string | undefined
  quantity: number
  shown: Shown[]
  gifts: Gift[]
}

type Sent = OrderInput['products'][number]
type Gift = { quantity: number } & NonNullable<Sent['gift']>
type Shown = Pick<Sent, 'price' | 'options'>

/** Equal variants become one line, because they share one stock. */
export function mergeLines(products: OrderInput['products']): WantedLine[] {
  const lines = new Map<string, WantedLine>()
  for (const { product, variant, quantity, price, options, gift } of products) {
    const key = `${product} ${variant}`
    const line = lines.get(key) ?? { product, variant, quantity: 0, shown: [], gifts: [] }
    const [shown, gifts] = [
      [...line.shown, { price, options }],
      [...line.gifts, { quantity, ...gift }],
    ]
    lines.set(key, { ...line, quantity: line.quantity + quantity, shown, gifts })
  }
  return [...lines.values()]
}

export function priceLines(wanted: WantedLine[], variants: PricedVariant[]): PricedLine[] {
  const lines = new Map<string, PricedLine>()
  for (const line of wanted) {
    const ofLine = ({ id, variant }: PricedVariant) => id === line.product && variant === line.variant
    const product = variants.find(ofLine) ?? unknownVariant(line)
    const same = lines.get(product.variant) ?? { quantity: 0, shown: [], gifts: [] }
    const [shown, gifts] = [
      [...same.shown, ...line.shown],
      [...same.gifts, ...line.gifts],
    ]
    lines.set(product.variant, { product, quantity: same.quantity + line.quantity, shown, gifts })
  }
  return [...lines.values()]
}

const unknownVariant = ({ product: id, variant = id }: WantedLine): PricedVariant => ({
  id,
  variant,
  name: '',
  sku: null,
  options: {},
  picture: null,
  weight: null,
  taxClass: null,
  hsnCode: null,
  price: 0,
  onSale: false,
  salePrice: 0,
  isActive: false,
  stock: 0,
  isGiftCard: false,
})

interface CartLimits {
  units?: number
  unitsInAll?: number
  highestTotal: number
  currency: string
  pricing: PricingContext
  methods: DeliveryMethod[]
  cards?: FoundGiftCard[]
  refusals?: RefusedCode[]
  priceBy: PriceBy
}

/** Answers what the cart costs by a method of delivery. */
type PriceBy = (method: DeliveryMethod) => PricedOrder

interface RefusedCode {
  code: string
  refusal: string
  /** Of its discount; undefined: the code is not known. */
  id?: string
}

export const refusedCode = ({ code, refusal, id }: RefusedCode): CartQuote['discounts'][number] => ({
  ...{ code, source: id === undefined ? null : sourceOf(id), label: code, amount: 0, refusal },
})

/** Refuses an order that cannot be filled at the amounts shown, and quotes the present ones. */
export function validateCart(lines: PricedLine[], input: OrderInput, limits: CartLimits): PricedOrder {
  const { currency, pricing, methods, highestTotal, priceBy, refusals = [] } = limits
  const { units: mostUnits = Number.POSITIVE_INFINITY, unitsInAll = Number.POSITIVE_INFINITY } = limits
  const active = lines.filter(({ product }) => product.isActive)
  const totals = orderTotals(active, pricing)
  const plain = orderTotals(active, { ...pricing, discounts: [] })
  const refuse = (message: string, code: ErrorCode) =>
    conflict(message, code, {
      ...quoteOf(lines, totals, limits, mostUnits, priceBy),
      ...(refusals.length > 0 && { discounts: refusals.map(refusedCode) }),
    })

  if (methods.length === 0 && isDeliverable(lines)) throw refuse('We do not deliver to this address.', 'no_delivery')

  const gone = lines.find(({ product }) => !product.isActive)
  if (gone) {
    const label = labelOf(gone.product) || 'A product in your cart'
    throw refuse(`${label} is no longer available.`, 'product_unavailable')
  }

  const long = lines.find(line => unitsLike(line, lines) > mostUnits)
  if (long) {
    const most = `An order holds ${mostUnits} units of one product at the most`
    throw refuse(`${most}: please order fewer of ${long.product.name}.`, 'quantity_limit')
  }

  if (unitsOf(lines) > unitsInAll) {
    const most = `An order holds ${unitsInAll} units in all until it is paid`
    throw refuse(`${most}: please order fewer.`, 'quantity_limit')
  }

  if (plain.totalPrice === 0 && lines.length > 0) {
    const free = 'An order of nothing but free items cannot be placed, because its payment would be 0'
    throw refuse(`${free}: please add something to it.`, 'order_total_limit')
  }

  if (totals.totalPrice - giftCardCents(totals, limits) > highestTotal) {
    const most = `An order can be ${formatPrice(fromCents(highestTotal), currency)} at the most`
    throw refuse(`${most}, because no payment can be higher: please order less.`, 'order_total_limit')
  }

  const short = lines.find(({ product, quantity }) => quantity > product.stock)
  if (short) throw refuse(shortageOf(short.product), 'out_of_stock')

  const isOffered = methods.some(({ name }) => name === (input.deliveryMethod ?? name)) || !isDeliverable(lines)
  if (!isOffered || (input.currency ?? currency) !== currency || !isAccepted(input, lines, totals, plain, limits))
    throw refuse(refusals[0]?.refusal ?? CHANGED, 'price_changed')
  return totals
}

const CHANGED = 'Prices or availability have changed. Please review your cart and try again.'

/** A client that knows no discounts shows what the order would cost without them, and is charged less. */
function isAccepted(
  input: OrderInput,
  lines: PricedLine[],
  totals: PricedOrder,
  plain: PricedOrder,
  limits: CartLimits,
): boolean {
  const { refusals = [] } = limits
  // Without amounts nothing says that the order is wanted at a price without its code.
  if (refusals.length > 0 && input.totalAmount === undefined) return false
  const isShown = (shown: PricedOrder) => agrees(input, lines, shown, shown.totalPrice - giftCardCents(shown, limits))
  return isShown(totals) || (totals.totalPrice <= plain.totalPrice && isShown(plain))
}

interface KnownOfCart extends Pick<Priceable, 'currency' | 'cards'>, Pick<PricingContext, 'fee'> {
  offers: DiscountOffer[]
}

/**
 * Which discounts count depends on what delivery costs. The fee of a way to pay is for what is paid that way: there is
 * none where discounts and gift cards leave nothing.
 */
export function applyOffers(lines: PricedLine[], rules: PricingContext, { offers, fee, ...known }: KnownOfCart) {
  const { applied: discounts, ...chosen } = chooseDiscounts(lines, rules, offers, known.currency)
  const pricing = { ...rules, discounts }
  const totals = orderTotals(lines, pricing)
  const beforeFee = totals.totalPrice - giftCardCents(totals, known)
  return { ...chosen, beforeFee, pricing: beforeFee > 0 && fee ? { ...pricing, fee } : pricing }
}

const giftCardCents = ({ totalPrice }: PricedOrder, { cards = [], currency }: Pick<Priceable, 'cards' | 'currency'>) =>
  sumOf(shareAmongCards(cards, currency, totalPrice).map(({ cents }) => cents))

type Priceable = Pick<CartLimits, 'currency' | 'pricing' | 'methods' | 'cards'>

export function quoteOf(
  lines: PricedLine[],
  totals: PricedOrder,
  limits: Priceable,
  mostUnits: number,
  priceBy: PriceBy,
): Quote {
  const { currency, pricing, methods } = limits
  const { discounts = [] } = pricing
  const byCards = giftCardCents(totals, limits)
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
    subTotal: fromCents(totals.itemsPrice),
    savedAmount: fromCents(totals.discountPrice),
    shippingAmount: fromCents(totals.shippingPrice),
    taxAmount: fromCents(totals.taxPrice),
    totalAmount: fromCents(totals.totalPrice),
    giftCardAmount: fromCents(byCards),
    amountToPay: fromCents(totals.totalPrice - byCards),
    currency,
    taxIncluded: pricing.taxIncluded ?? false,
    goodsAmount: fromCents(totals.goodsPrice),
    deliveryMethods: methods.map(method => {
      const { name, minDays, maxDays } = method
      const { shippingPrice, adjustments } = priceBy(method)
      const uncounted = discounts.filter(({ source }) => !adjustments.some(row => row.source === source))
      // Free delivery takes nothing off a method that is free anyway.
      const lost = uncounted.filter(({ kind }) => kind !== 'free-delivery' || shippingPrice > 0)
      const without = lost.length > 0 && { without: lost.map(({ label }) => label) }
      return { name, amount: fromCents(shippingPrice), minDays, maxDays, ...without }
    }),
  }
}

/** 'Linen shirt', or 'Linen shirt (M, Indigo)'. */
function labelOf({ name, options }: PricedVariant): string {
  const values = Object.values(options)
  return values.length > 0 ? `${name} (${values.join(', ')})` : name
}

const unitsLike = (line: PricedLine, lines: PricedLine[]) =>
  unitsOf(lines.filter(({ product }) => product.id === line.product.id))

const unitsOf = (lines: { quantity: number }[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

function shortageOf(product: PricedVariant): string {
  const [label, { stock }] = [labelOf(product), product]
  return stock > 0 ? `${label} has only ${stock} left in stock.` : `${label} is out of stock.`
}

/** Shown amounts may be a cent off, as browsers round differently; savings and the order of options are not compared. */
function agrees(input: OrderInput, lines: PricedLine[], totals: PricedOrder, toPay: number): boolean {
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
    isClose(input.totalAmount, totals.totalPrice) &&
    isClose(input.amountToPay, toPay)
  )
}
