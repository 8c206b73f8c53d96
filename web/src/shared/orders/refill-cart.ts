import { codesOf, deliveryMethodOf, type Order } from '@mela/contract'
import { currentCart, lineId, saveCart, typedGift } from '../cart/cart.store.ts'
import { chooseForOrder, currentChoices } from '../cart/choices.store.ts'

export type BoughtOrder = Pick<
  Order,
  'products' | 'adjustments' | 'status' | 'company' | 'taxNumber' | 'billingAddress' | 'note' | 'giftText'
>

/**
 * Adds the lines of an order as they were bought; the check of the cart takes over today's prices and stock. Of a cancelled
 * one, which is often ordered with another way to pay, it also brings back what was chosen and typed, where that is empty.
 */
export function refillCart(order: BoughtOrder): void {
  const { note, giftText, items: held } = currentCart()
  const items = new Map(held.map(item => [lineId(item.product), item]))
  for (const { product, variant: _id, options, price, quantity, gifts } of order.products) {
    const bought = { ...product, price, onSale: false, salePrice: 0, stock: quantity, isActive: true }
    const gift = gifts?.[0] && (typedGift(gifts[0]) ?? gifts[0])
    const held = items.get(_id) ?? { product: bought, quantity: 0, ...(gift && { gift }) }
    const line = { variant: { _id, options }, ...held.product }
    items.set(_id, { ...held, product: line, quantity: held.quantity + quantity })
  }
  saveCart({ items: [...items.values()] })
  if (order.status !== 'cancelled') return
  saveCart({ note: note || (order.note ?? ''), giftText: giftText || (order.giftText ?? '') })
  const { codes, deliveryMethod, company, taxNumber, billingAddress } = currentChoices()
  const bought = codesOf(order.adjustments)
  chooseForOrder({
    deliveryMethod: deliveryMethod ?? deliveryMethodOf(order.adjustments),
    ...(!codes && bought.length > 0 && { codes: bought }),
    ...(!company && !taxNumber && !billingAddress && billingOf(order)),
  })
}

/** Company, number and address are of one buyer. */
const billingOf = ({ company, taxNumber, billingAddress }: BoughtOrder) => ({
  ...(company && { company }),
  ...(taxNumber && { taxNumber }),
  ...(billingAddress && { billingAddress: { _id: '', ...billingAddress } }),
})
