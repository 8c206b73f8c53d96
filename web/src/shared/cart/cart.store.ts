import {
  type Address,
  fromCents,
  type LineToPrice,
  type Order,
  optionsText,
  orderTotals,
  type PricingContext,
  productPath,
  toCents,
  type Variant,
} from '@mela/contract'
import { createStore } from '../../lib/storage.ts'
import {
  isObjectId,
  isRecord,
  isStoredProduct,
  isText,
  type StoredProduct,
  storedProduct,
} from '../../lib/stored-product.ts'
import { countStep } from '../../lib/visit-steps.ts'

/** A product with the prices and the stock of one variant. With `variant: null` one must be chosen before ordering. */
export interface CartProduct extends StoredProduct {
  variant: { _id: string; options: Record<string, string> } | null
  /** In grams; unknown before the cart was checked. */
  weight?: number | null | undefined
  /** The kind of goods, which may have a tax of its own. */
  taxClass?: string | null | undefined
  /** Of its page; unknown in a cart that was stored before there were slugs. */
  slug?: string | undefined
  /** It is emailed: neither delivered nor taxed. */
  isGiftCard?: boolean | undefined
  content?: string | null | undefined
  unitPriceFor?: string | null | undefined
}

/** What a line knows of its product beside the fields that SPEC names. */
type More = Pick<CartProduct, 'weight' | 'taxClass' | 'slug' | 'isGiftCard' | 'content' | 'unitPriceFor'>

const moreOf = ({ weight, taxClass, slug, isGiftCard, content, unitPriceFor }: More): More => ({
  ...{ weight, slug },
  ...(taxClass && { taxClass }),
  ...(isGiftCard && { isGiftCard }),
  ...(content && { content, unitPriceFor }),
})

/** As they were typed; without an address the buyer gets the card. */
export interface GiftRecipient {
  email?: string
  message?: string
}

/** Lines of one product differ by their variants. */
export const lineId = ({ _id, variant }: CartProduct) => variant?._id ?? _id

export function inVariant(product: StoredProduct & More, variant: Variant): CartProduct {
  const { _id, options, price, onSale, salePrice, stock, media } = variant
  return {
    ...storedProduct(product),
    ...{ price, onSale, salePrice, stock, thumbnail: media ?? product.thumbnail },
    isActive: product.isActive && variant.isActive,
    variant: { _id, options },
    ...moreOf(product),
  }
}

/** 'Linen shirt, Size M · Indigo'. */
export function lineName({ name, variant }: CartProduct): string {
  return [name, variant && optionsText(variant.options)].filter(Boolean).join(', ')
}

/** The product's page, with its variant chosen if there is a choice. */
export function linePath(product: CartProduct): string {
  const { variant } = product
  return productPath(product, variant && Object.keys(variant.options).length > 0 ? variant._id : undefined)
}

function readItems(stored: unknown): CartItem[] {
  const lines = Array.isArray(stored) ? stored.filter(isItem).map(readItem) : []
  return [...new Map(lines.map(line => [lineId(line.product), line])).values()]
}

/** A line in local storage: the variant is beside the product, which keeps the fields that SPEC names. */
interface StoredItem extends More, Partial<Pick<CartProduct, 'variant'>> {
  product: StoredProduct
  quantity: number
  gift?: GiftRecipient
}

function storedItem({ product, ...item }: CartItem): StoredItem {
  const known = Object.entries(moreOf(product)).filter(([, value]) => value)
  return { product: storedProduct(product), variant: product.variant, ...Object.fromEntries(known), ...item }
}

/** A line that was stored before variants existed gets the first variant, whose id equals the product's (ADR 0038). */
function readItem({ product, variant, gift, quantity, ...more }: StoredItem): CartItem {
  const isKnown = variant === null || (isRecord(variant) && isObjectId(variant._id) && isTexts(variant.options))
  const read = isKnown ? variant : { _id: product._id, options: {} }
  return {
    product: { ...storedProduct(product), variant: read, ...readMore(more) },
    quantity,
    ...(isRecord(gift) && { gift: readGift(gift) }),
  }
}

const readMore = ({ weight, taxClass, slug, isGiftCard, content, unitPriceFor }: More): More => ({
  ...(typeof weight === 'number' && weight > 0 && { weight }),
  ...(isText(slug) && { slug }),
  ...(isText(taxClass) && { taxClass }),
  ...(isGiftCard === true && { isGiftCard }),
  ...(isText(content) && { content }),
  ...(isText(unitPriceFor) && { unitPriceFor }),
})

const readGift = ({ email, message }: Record<string, unknown>): GiftRecipient => ({
  ...(isText(email) && { email }),
  ...(isText(message) && { message }),
})

const isTexts = (value: unknown) => isRecord(value) && Object.values(value).every(isText)

function isItem(value: unknown): value is StoredItem {
  if (!isRecord(value) || !isStoredProduct(value.product)) return false
  return Number.isSafeInteger(value.quantity) && Number(value.quantity) >= 1
}

const addressFields: (keyof Address)[] = [
  '_id',
  'countryCode',
  'phoneNumber',
  'building',
  'street',
  'city',
  'state',
  'pinCode',
  'country',
]

export function readAddress(stored: unknown): Address | null {
  if (!isRecord(stored) || !isRecord(stored.name)) return null
  const { firstName, lastName } = stored.name
  const isWhole = isText(firstName) && isText(lastName) && addressFields.every(field => isText(stored[field]))
  return isWhole ? (stored as unknown as Address) : null
}

const readText = (stored: unknown) => (isText(stored) ? stored : '')

export interface CartItem {
  product: CartProduct
  quantity: number
  /** Of a gift card; a line has one recipient. */
  gift?: GiftRecipient
}

/** The cart in local storage; amounts are decimal. */
export interface Cart {
  version: 1
  items: CartItem[]
  itemsPrice: number
  discountPrice: number
  shippingPrice: number
  taxPrice: number
  totalPrice: number
  address: Address | null
  /** As they were typed: for the shop, and for the parcel. */
  note: string
  giftText: string
}

const emptyCart = cartOf([], { address: null, note: '', giftText: '' })

const store = createStore<Cart>(
  'mela.cart',
  emptyCart,
  stored => {
    const { version, items, address, note, giftText } = Object(stored) as Partial<Record<keyof Cart, unknown>>
    if (version !== 1) return undefined
    return cartOf(readItems(items), {
      address: readAddress(address),
      note: readText(note),
      giftText: readText(giftText),
    })
  },
  cart => ({ ...cart, items: cart.items.map(storedItem) }),
)

export const useCart = store.use
export const currentCart = store.get
export const onCartChange = store.subscribe

/**
 * Answers false and changes nothing when the stock is too small for the new quantity. Replaces a line of the same
 * product that has no variant yet.
 */
export function addToCart(product: CartProduct, quantity: number, gift?: GiftRecipient): boolean {
  const { items } = store.get()
  const { variant } = product
  const held = heldQuantity(items, variant?._id)
  if (!variant || !product.isActive || !Number.isInteger(quantity) || quantity < 1) return false
  if (held + quantity > product.stock) return false

  const line = { ...storedProduct(product), variant, ...moreOf(product) }
  const item = { product: line, quantity: held + quantity, ...(gift && { gift }) }
  const others = items.filter(known => known.product.variant || known.product._id !== product._id)
  save(held > 0 ? others.map(known => (isOf(known, variant._id) ? item : known)) : [...others, item])
  countStep('cart')
  return true
}

/** Adds the lines of an order as they were bought; the check of the cart takes over today's prices and stock. */
export function refillCart({ products }: Pick<Order, 'products'>): void {
  const items = new Map(store.get().items.map(item => [lineId(item.product), item]))
  for (const { product, variant: _id, options, price, quantity } of products) {
    const bought = { ...product, price, onSale: false, salePrice: 0, stock: quantity, isActive: true }
    const { product: known, quantity: held } = items.get(_id) ?? { product: bought, quantity: 0 }
    items.set(_id, { product: { variant: { _id, options }, ...known }, quantity: held + quantity })
  }
  save([...items.values()])
}

export function setQuantity(line: string, quantity: number): void {
  save(store.get().items.map(item => (isOf(item, line) ? withinStock({ ...item, quantity }) : item)))
}

export function removeFromCart(line: string): void {
  save(store.get().items.filter(item => !isOf(item, line)))
}

/** Takes over what another device, or a shared link, has put together. */
export function replaceCart(items: CartItem[], words: CartWords = store.get()): void {
  save(items.map(withinStock), { ...store.get(), ...words })
}

export function clearCart(): void {
  save([], emptyCart)
}

export function chooseAddress(address: Address | null): void {
  save(store.get().items, { ...store.get(), address })
}

export function writeWords(words: Partial<CartWords>): void {
  save(store.get().items, { ...store.get(), ...words })
}

/** What an order says of them: nothing of a blank one. */
export function wordsOf({ note, giftText }: CartWords): Partial<CartWords> {
  return { ...(note.trim() && { note: note.trim() }), ...(giftText.trim() && { giftText: giftText.trim() }) }
}

/** Present products by line; undefined: no longer sold. */
export type CurrentProducts = ReadonlyMap<string, CartProduct | undefined>

/**
 * Updates the products of these lines and limits quantities to the stock; a missing product stays, marked inactive,
 * until it is removed.
 */
export function refreshItems(current: CurrentProducts): void {
  const refreshed = store.get().items.map(item => {
    const line = lineId(item.product)
    const product = current.get(line)
    if (product) return withinStock({ ...item, product })
    return current.has(line) ? { ...item, product: { ...item.product, isActive: false } } : item
  })
  save(refreshed)
}

export function heldQuantity(items: readonly CartItem[], variantId: string | undefined): number {
  return items.find(({ product: { variant } }) => variant && variant._id === variantId)?.quantity ?? 0
}

/** For whom the units of a gift card in the cart are. */
export const heldGift = (items: readonly CartItem[], variantId: string | undefined) =>
  items.find(({ product: { variant } }) => variant && variant._id === variantId)?.gift

export function cartCount({ items }: Cart): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

function isOf({ product }: CartItem, line: string): boolean {
  return lineId(product) === line
}

/** Limits the quantity to the stock, but to no less than 1: only the shopper removes a line. */
function withinStock(item: CartItem): CartItem {
  return { ...item, quantity: Math.max(1, Math.min(Math.trunc(item.quantity) || 1, item.product.stock)) }
}

let isStored = true

/** False once the browser has refused to store the cart, which then lasts as long as the page. */
export const isCartStored = () => isStored

function save(items: CartItem[], beside: Beside = store.get()): void {
  isStored = store.set(cartOf(items, beside))
}

/** A line that cannot be ordered stays until it is removed, but costs nothing. */
export function isAvailable({ isActive, stock, variant }: CartProduct): boolean {
  return isActive && stock > 0 && variant !== null
}

export type CartWords = Pick<Cart, 'note' | 'giftText'>
type Beside = CartWords & Pick<Cart, 'address'>

function cartOf(items: CartItem[], { address, note, giftText }: Beside): Cart {
  return { version: 1, items, ...cartTotals(items), address, note, giftText }
}

/** The lines that can be ordered, with amounts in cents and weights in grams. */
export function linesOf(items: readonly CartItem[]): LineToPrice[] {
  return items
    .filter(({ product }) => isAvailable(product))
    .map(({ product: { price, onSale, salePrice, weight = null, taxClass, isGiftCard }, quantity }) => ({
      product: { price: toCents(price), onSale, salePrice: toCents(salePrice), weight, taxClass, isGiftCard },
      quantity,
    }))
}

export function cartTotals(items: readonly CartItem[], pricing?: PricingContext) {
  const totals = orderTotals(linesOf(items), pricing)
  return {
    itemsPrice: fromCents(totals.itemsPrice),
    discountPrice: fromCents(totals.discountPrice),
    shippingPrice: fromCents(totals.shippingPrice),
    taxPrice: fromCents(totals.taxPrice),
    totalPrice: fromCents(totals.totalPrice),
  }
}
