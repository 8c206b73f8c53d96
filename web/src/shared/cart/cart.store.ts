import {
  type Address,
  EMAIL,
  effectivePrice,
  FREE_SHIPPING_ABOVE_CENTS,
  fromCents,
  LINK,
  NO_LINK,
  optionsText,
  productPath,
  SHIPPING_CENTS,
  savedPerUnit,
  TAX_PERCENT,
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

/** What a line knows of its product beside the fields that SPEC names, and what is stored of it. */
const MORE = {
  weight: (value: unknown) => typeof value === 'number' && value > 0,
  taxClass: isText,
  slug: isText,
  isGiftCard: (value: unknown) => value === true,
  content: isText,
  unitPriceFor: isText,
}
type More = Pick<CartProduct, keyof typeof MORE>

const moreOf = (from: { [Field in keyof More]?: unknown }) =>
  Object.fromEntries(
    Object.entries(MORE).flatMap(([field, isValid]) => {
      const value = from[field as keyof More]
      return isValid(value) ? [[field, value]] : []
    }),
  ) as More

/** As they were typed; without an address the buyer gets the card. */
export interface GiftRecipient {
  email?: string
  message?: string
}

/** Lines of one product differ by their variants. */
export const lineId = ({ _id, variant }: CartProduct) => variant?._id ?? _id

export function inVariant(product: StoredProduct & More, variant: Variant): CartProduct {
  const { _id, options, price, onSale, salePrice, stock, media, own } = variant
  return {
    ...storedProduct(product),
    ...{ price, onSale, salePrice, stock, thumbnail: media ?? product.thumbnail },
    isActive: product.isActive && variant.isActive,
    variant: { _id, options },
    ...moreOf({ ...product, ...own }),
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
  return { product: storedProduct(product), variant: product.variant, ...moreOf(product), ...item }
}

/** A line that was stored before variants existed gets the first variant, whose id equals the product's (ADR 0038). */
function readItem({ product, variant, gift, quantity, ...more }: StoredItem): CartItem {
  const isKnown = variant === null || (isRecord(variant) && isObjectId(variant._id) && isTexts(variant.options))
  const read = isKnown ? variant : { _id: product._id, options: {} }
  return {
    product: { ...storedProduct(product), variant: read, ...moreOf(more) },
    quantity,
    ...(isRecord(gift) && { gift: readGift(gift) }),
  }
}

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

export interface Cart {
  items: CartItem[]
  address: Address | null
  /** As they were typed: for the shop, and for the parcel. */
  note: string
  giftText: string
}

const emptyCart: Cart = { items: [], address: null, note: '', giftText: '' }

const store = createStore<Cart>(
  'mela.cart',
  emptyCart,
  stored => {
    const { version, items, address, note, giftText } = Object(stored) as { [Key in keyof Cart | 'version']?: unknown }
    if (version !== 1) return undefined
    return {
      items: readItems(items),
      address: readAddress(address),
      note: readText(note),
      giftText: readText(giftText),
    }
  },
  cart => ({ version: 1, ...cart, ...totalsToStore(cart.items), items: cart.items.map(storedItem) }),
)

/** By SPEC's rules alone, for others: what the shop shows is priced by orderTotals(), which is no part of a first view. */
function totalsToStore(items: readonly CartItem[]) {
  const sum = (cents: (product: CartProduct) => number) =>
    items.reduce((all, { product, quantity }) => all + (isAvailable(product) ? cents(product) * quantity : 0), 0)
  const itemsPrice = sum(product => toCents(effectivePrice(product)))
  const isFree = itemsPrice > FREE_SHIPPING_ABOVE_CENTS || sum(() => 1) === 0
  const shippingPrice = isFree ? 0 : SHIPPING_CENTS
  const taxPrice = Math.round((itemsPrice * TAX_PERCENT) / 100)
  return {
    itemsPrice: fromCents(itemsPrice),
    discountPrice: fromCents(sum(product => toCents(savedPerUnit(product)))),
    shippingPrice: fromCents(shippingPrice),
    taxPrice: fromCents(taxPrice),
    totalPrice: fromCents(itemsPrice + shippingPrice + taxPrice),
  }
}

export const useCart = store.use
export const currentCart = store.get
export const onCartChange = store.subscribe

/**
 * Answers false and changes nothing when the stock is too small for the new quantity. Replaces a line of the same
 * product that has no variant yet. With 0 a line that is held takes over the rest.
 */
export function addToCart(product: CartProduct, quantity: number, gift?: GiftRecipient): boolean {
  const { items } = store.get()
  const { variant } = product
  const known = heldItem(items, variant?._id)
  const total = (known?.quantity ?? 0) + quantity
  if (!variant || !product.isActive || !Number.isInteger(quantity) || quantity < 0 || total < 1) return false
  if (quantity > 0 && total > product.stock) return false

  const line = { ...storedProduct(product), variant, ...moreOf(product) }
  const item = { ...known, product: line, quantity: total, ...(gift && { gift }) }
  const others = items.filter(other => other.product.variant || other.product._id !== product._id)
  saveCart({
    items: known ? others.map(other => (other === known ? item : other)) : [...others, item],
  })
  countStep('cart')
  return true
}

const heldItem = (items: readonly CartItem[], variantId: string | undefined) =>
  items.find(({ product: { variant } }) => variant && variant._id === variantId)

export const heldQuantity = (...line: Parameters<typeof heldItem>) => heldItem(...line)?.quantity ?? 0

/** Why an order would refuse it, by field. */
export const giftProblems = ({ email = '', message = '' }: GiftRecipient): GiftRecipient => ({
  ...(email.trim() !== '' && !EMAIL.test(email.trim()) && { email: 'This email is not valid.' }),
  ...(LINK.test(message) && { message: NO_LINK }),
})

/** Leaves out what is blank; null when an order would refuse it. */
export function typedGift(gift: GiftRecipient): GiftRecipient | null {
  const [address, words] = [gift.email?.trim(), gift.message?.trim()]
  if (Object.keys(giftProblems(gift)).length > 0) return null
  return { ...(address && { email: address }), ...(words && { message: words }) }
}

/** For whom the units of a gift card in the cart are. */
export const heldGift = (...line: Parameters<typeof heldItem>) => heldItem(...line)?.gift

export function cartCount({ items }: Cart): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

let isStored = true

/** False once the browser has refused to store the cart, which then lasts as long as the page. */
export const isCartStored = () => isStored

/** Changes the stored cart; other fields of `change` are not taken. */
export function saveCart(change: Partial<Cart>): void {
  const { items, address, note, giftText } = { ...store.get(), ...change }
  isStored = store.set({ items, address, note, giftText })
}

/** A line that cannot be ordered stays until it is removed, but costs nothing. */
export function isAvailable({ isActive, stock, variant }: CartProduct): boolean {
  return isActive && stock > 0 && variant !== null
}

export type CartWords = Pick<Cart, 'note' | 'giftText'>
