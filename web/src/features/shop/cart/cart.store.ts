import { type Address, fromCents, orderTotals, toCents } from '@mela/contract'
import { createStore } from '../../../lib/browser/storage.ts'
import { type StoredProduct, storedProduct } from '../../../lib/stored-product.ts'
import { readAddress, readItems } from './stored-cart.ts'

export type CartProduct = StoredProduct

export interface CartItem {
  product: CartProduct
  quantity: number
}

/** The cart in local storage (T099); amounts in dollars. */
export interface Cart {
  version: 1
  items: CartItem[]
  itemsPrice: number
  discountPrice: number
  shippingPrice: number
  taxPrice: number
  totalPrice: number
  address: Address | null
}

const emptyCart = cartOf([], null)

const store = createStore<Cart>('mela.cart', emptyCart, stored => {
  const { version, items, address } = Object(stored) as Partial<Record<keyof Cart, unknown>>
  return version === 1 ? cartOf(readItems(items), readAddress(address)) : undefined
})

export const useCart = store.use
export const currentCart = store.get

/** Answers false and changes nothing when the stock is too small for the new quantity. */
export function addToCart(product: CartProduct, quantity: number): boolean {
  const { items, address } = store.get()
  const held = heldQuantity(items, product._id)
  if (!product.isActive || !Number.isInteger(quantity) || quantity < 1) return false
  if (held + quantity > product.stock) return false

  const item = { product: storedProduct(product), quantity: held + quantity }
  return save(held > 0 ? items.map(known => (isOf(known, product._id) ? item : known)) : [...items, item], address)
}

export function setQuantity(productId: string, quantity: number): void {
  const { items, address } = store.get()
  save(
    items.map(item => (isOf(item, productId) ? withinStock({ ...item, quantity }) : item)),
    address,
  )
}

export function removeFromCart(productId: string): void {
  const { items, address } = store.get()
  save(
    items.filter(item => !isOf(item, productId)),
    address,
  )
}

/** Removes items and address after ordering. */
export function clearCart(): void {
  save([], null)
}

export function chooseAddress(address: Address | null): void {
  save(store.get().items, address)
}

/**
 * Updates the products and limits quantities to the stock; a missing product stays, marked inactive, until it is
 * removed.
 */
export function refreshItems(products: CartProduct[], gone: string[]): void {
  const { items, address } = store.get()
  const refreshed = items.map(item => {
    const product = products.find(({ _id }) => _id === item.product._id)
    if (product) return withinStock({ ...item, product: storedProduct(product) })
    return gone.includes(item.product._id) ? { ...item, product: { ...item.product, isActive: false } } : item
  })
  save(refreshed, address)
}

export function heldQuantity(items: readonly CartItem[], productId: string): number {
  return items.find(item => isOf(item, productId))?.quantity ?? 0
}

export function cartCount({ items }: Cart): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

function isOf({ product }: CartItem, productId: string): boolean {
  return product._id === productId
}

/** At least 1: only the shopper removes a line. */
function withinStock(item: CartItem): CartItem {
  return { ...item, quantity: Math.max(1, Math.min(Math.trunc(item.quantity) || 1, item.product.stock)) }
}

/** When storage is full or disabled, the cart stays as it was. */
function save(items: CartItem[], address: Address | null): boolean {
  return store.set(cartOf(items, address))
}

/** A line of an inactive or sold-out product stays until it is removed, but costs nothing. */
export function isAvailable({ isActive, stock }: CartProduct): boolean {
  return isActive && stock > 0
}

function cartOf(items: CartItem[], address: Address | null): Cart {
  const totals = orderTotals(
    items
      .filter(({ product }) => isAvailable(product))
      .map(({ product: { price, onSale, salePrice }, quantity }) => ({
        product: { price: toCents(price), onSale, salePrice: toCents(salePrice) },
        quantity,
      })),
  )
  return {
    version: 1,
    items,
    itemsPrice: fromCents(totals.itemsPrice),
    discountPrice: fromCents(totals.discountPrice),
    shippingPrice: fromCents(totals.shippingPrice),
    taxPrice: fromCents(totals.taxPrice),
    totalPrice: fromCents(totals.totalPrice),
    address,
  }
}
