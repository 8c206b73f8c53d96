import {
  type Address,
  type AnswerOf,
  type Calls,
  effectivePrice,
  fromCents,
  IDEMPOTENCY_HEADER,
  IDEMPOTENCY_HOURS,
  isOffline,
  type Order,
  type OrderInput,
  orderName,
  paths,
  type Quote,
  savedPerUnit,
  type TotalledOrder,
  toCents,
} from '@mela/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { openProvider } from '../../../gateways/lead-to-provider.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { storedUser } from '../../../lib/current-user.ts'
import { toRefusal } from '../../../lib/failure.ts'
import { priceText } from '../../../lib/format.ts'
import { refresh } from '../../../lib/query-keys.ts'
import { randomUuid } from '../../../lib/request-key.ts'
import { shopQuery } from '../../../lib/shop.ts'
import { messageAfterLoad } from '../../../lib/storage.ts'
import { countStep } from '../../../lib/visit-steps.ts'
import { type Cart, type CartItem, lineId } from '../../../shared/cart/cart.store.ts'
import { type CartChanges, cartChanges } from '../../../shared/cart/cart-notes.tsx'
import { clearCart, refreshItems, wordsOf } from '../../../shared/cart/change-cart.ts'
import {
  type Choices,
  chooseForOrder,
  currentChoices,
  forgetChoices,
  useChoices,
} from '../../../shared/cart/choices.store.ts'
import { useMergedCart } from '../../../shared/cart/merged-cart.store.ts'
import { useQuotedCart } from '../../../shared/cart/quoted-cart.ts'
import { currentGuest, noteGuest } from '../../../shared/session/guest.store.ts'
import { toastError } from '../../../ui/toast.tsx'
import type { useWaysToPay } from './ways-to-pay.ts'

const openPayPage = (orderId: string) => location.replace(paths.pay(orderId))

interface RefusedCart {
  message: string
  changes: CartChanges
}

/** Places the order of account or guest, and leads on to the chosen way to pay. */
export function useCheckout({ gateway, fee }: Pick<ReturnType<typeof useWaysToPay>, 'gateway' | 'fee'>) {
  const choices = useChoices()
  const { deliveryMethod, codes, company, taxNumber, billingAddress, tries } = choices
  const later = gateway && isOffline(gateway.name) ? { gateway: gateway.name } : {}
  const billed = { company, taxNumber, billingCountry: billingAddress?.country }
  const { query, quoteNow, isCurrent, ...current } = useQuotedCart({ deliveryMethod, codes, ...billed, ...later }, fee)
  const [placed, setPlaced] = useState<Pick<typeof current, 'cart' | 'summary'>>()
  const [refused, setRefused] = useState<RefusedCart>()
  const [isPaying, setIsPaying] = useState(false)
  const merged = useMergedCart()
  const [told, setTold] = useState(merged)
  const isUntold = merged !== undefined && merged !== told
  const placeOrder = usePlaceOrder()
  const { cart, summary } = placed ?? current
  const isCovered = summary.order.amountToPay === 0
  const isAnswerLost = isKnown(tries) && tries.sent.length > 0
  const queryClient = useQueryClient()

  async function pay() {
    if (!cart.address) return
    setRefused(undefined)
    setIsPaying(true)
    const provider = gateway && !isCovered && !isUntold && openProvider(gateway)
    try {
      // The press may have left a field that the price depends on, or a code been typed without a network.
      const priced = isCurrent ? undefined : await quoteNow()
      if (isUntold || (priced && toPayOf(priced) !== toPayOf(summary.order))) {
        if (provider) provider.close()
        setTold(merged)
        const now = priced ?? summary.order
        const message = `You now pay ${priceText(toPayOf(now), now.currency)}.`
        setRefused({ message: [merged?.message, message].filter(Boolean).join(' '), changes: merged?.changes ?? {} })
        return setIsPaying(false)
      }
      const shown = {
        ...orderInputOf(cart, cart.address, summary.order),
        ...(codes && { codes }),
        ...(company && { company }),
        ...(taxNumber && { taxNumber }),
        ...(billingAddress && { billingAddress: withoutId(billingAddress) }),
        ...(current.method && { deliveryMethod: current.method.name }),
        ...later,
      }
      const { data, message, sent } = await placeOrder(shown)
      const isPending = data.status === 'pending'
      const isEarlier = sent !== shown
      const isThisCart = cartOf(sent) === cartOf(shown)
      // The order of an earlier try may be paid already, and is shown before it is paid: its sum may be another.
      if (isPending && !isEarlier) {
        messageAfterLoad.set(message)
        if (provider) return await leaveFor(data._id, provider.leadTo)
      }
      if (provider) provider.close()
      if (isPending || (isThisCart && data.status !== 'cancelled')) {
        if (isEarlier) messageAfterLoad.set(`${placedEarlier(data)}.${isThisCart ? '' : ' Your cart is kept.'}`)
        return await leaveFor(data._id, openPayPage, isThisCart)
      }
      orderAgain(data)
    } catch (error) {
      if (provider) provider.close()
      explain(error)
    }
    setIsPaying(false)
  }

  /**
   * Opens the pay page, which is another document; this page shows the ordered lines until then. The pay page replaces
   * it in the history: Back leads to the shipping step, which shows the unpaid order, not to the review of an empty
   * cart.
   */
  async function leaveFor(orderId: string, lead: (orderId: string) => Promise<void> | void, isThisCart = true) {
    flushSync(() => setPlaced({ cart, summary }))
    if (isThisCart) {
      clearCart()
      forgetChoices()
    }
    await lead(orderId)
  }

  /** Explains that an earlier try, whose answer was lost, had placed an order that is cancelled by now, or of another cart. */
  function orderAgain({ isExpired, ...order }: Order) {
    forgetTries()
    const reason = isExpired ? ', and was not paid in time, so it was cancelled' : ', and was cancelled'
    const end = order.status === 'cancelled' ? reason : ''
    const message = `${placedEarlier(order)}${end}. Press '${isCovered ? 'Place order' : 'Pay'}' to order again.`
    setRefused({ message, changes: {} })
  }

  function explain(error: unknown) {
    const { message = 'Something went wrong, please try again later...' } = toRefusal(error)
    if (!(error instanceof ApiError)) return toastError(message)
    // An ended session leads to the login, which says so.
    if (error.status === 401) return
    if (error.code === 'gateway_not_offered') void refresh(queryClient, 'payments')
    const quote = quoteOf(error)
    if (quote) {
      setRefused({ message, changes: applyQuote(cart.items, quote) })
      // A code or a balance may have changed.
      void query.refetch()
      // Reloads the shop's settings, on which all amounts of this page depend: the owner may have changed them.
      void queryClient.fetchQuery({ ...shopQuery(), staleTime: 0 }).catch(() => undefined)
    }
    // 429 is shown as a note, which stays on the page and says what to do.
    else if (error.status === 429) setRefused({ message, changes: {} })
    else if (error.errors?.taxNumber) setRefused({ message: error.errors.taxNumber, changes: {} })
    else toastError(message)
  }

  // The amounts are those of the placed cart, while the stored cart is empty already.
  return {
    cart,
    summary,
    quote: current.quote,
    deliveries: current.deliveries,
    method: current.method,
    isCovered,
    isAnswerLost,
    isPricing: query.isLoading,
    // What the cart has become since comes first.
    refused: isUntold ? undefined : refused,
    merged,
    isUntold,
    pay,
    isPaying,
  }
}

const currentBuyer = () => storedUser()?.id ?? currentGuest()?.email

/** Whether they are the buyer's own, and the server may remember their key. */
const isKnown = (tries: Choices['tries']): tries is NonNullable<Choices['tries']> =>
  tries !== undefined && tries.buyer === currentBuyer() && Date.now() - tries.at < IDEMPOTENCY_HOURS * 3_600_000

const forgetTries = () => chooseForOrder({ tries: undefined })

/** The key stays. */
function forgetSent(): void {
  const { tries } = currentChoices()
  if (tries) chooseForOrder({ tries: { ...tries, sent: [] } })
}

/** Places an order under the idempotency key of this cart: a retry after a lost answer gets the existing order. */
function usePlaceOrder() {
  const queryClient = useQueryClient()
  const refreshOrders = () => void refresh(queryClient, 'orders', 'products')

  /** Answers also what has placed the order: this body, or an earlier one whose answer was lost. */
  async function placeOrder(body: OrderInput) {
    const guest = storedUser() ? null : currentGuest()
    const { key, sent } = keepTry(body)
    const headers = { [IDEMPOTENCY_HEADER]: key }
    const send = (body: OrderInput) =>
      guest
        ? call('POST /orders/guest', { body: { ...body, email: guest.email }, headers })
        : call('POST /orders', { body, headers })
    try {
      const answer = await sendLast(send, body, sent)
      forgetTries()
      if (guest) noteGuest({ order: answer.data._id })
      countStep('placed')
      refreshOrders()
      return answer
    } catch (error) {
      if (isReused(error)) forgetTries()
      // The key is looked up before the cart is priced: nothing was placed under it.
      else if (error instanceof ApiError && (quoteOf(error) || error.code === 'gateway_not_offered')) forgetSent()
      // At the limit of unpaid orders, some may have been placed on another device: reloads the list.
      if (error instanceof ApiError && error.code === 'unpaid_order_limit') refreshOrders()
      throw error
    }
  }
  return placeOrder
}

/** Answers the key, and what was sent under it before. */
function keepTry(body: OrderInput) {
  const { tries } = currentChoices()
  const { key, sent } = isKnown(tries) ? tries : { key: randomUuid(), sent: [] }
  const earlier = sent.filter(one => JSON.stringify(one) !== JSON.stringify(body))
  chooseForOrder({ tries: { key, buyer: currentBuyer(), at: Date.now(), sent: [body, ...earlier] } })
  return { key, sent: earlier }
}

type Placed = AnswerOf<Calls['POST /orders']>

/** A key that was used has placed an order of what was sent earlier, and nothing but that gets it again. */
async function sendLast(
  send: (body: OrderInput) => Promise<Placed>,
  sent: OrderInput,
  [next, ...older]: OrderInput[],
): Promise<Placed & { sent: OrderInput }> {
  try {
    return { ...(await send(sent)), sent }
  } catch (error) {
    if (next && isReused(error)) return sendLast(send, next, older)
    throw error
  }
}

const isReused = (error: unknown) => error instanceof ApiError && error.code === 'idempotency_key_reused'

const placedEarlier = (order: Parameters<typeof orderName>[0]) =>
  `Your order ${orderName(order)} was placed by an earlier try`

/** What the cart holds; sums, codes and ways to pay may have changed by the order itself. */
const cartOf = ({ products, shippingAddress, note, giftText }: OrderInput) =>
  JSON.stringify([products.map(line => ({ ...line, price: 0, savedAmount: 0 })), shippingAddress, note, giftText])

const toPayOf = ({ amountToPay, totalAmount }: { amountToPay?: number; totalAmount: number }) =>
  amountToPay ?? totalAmount

const withoutId = ({ _id, ...address }: Address) => address

/** The cart as an order: amounts are those that the shopper saw, the server computes its own. */
function orderInputOf(
  cart: Cart,
  { _id, ...shippingAddress }: NonNullable<Cart['address']>,
  shown: TotalledOrder,
): OrderInput {
  const { subTotal, savedAmount, shippingAmount, taxAmount, totalAmount, amountToPay, currency } = shown
  return {
    products: cart.items.map(({ product, quantity, gift }) => ({
      product: product._id,
      variant: product.variant?._id,
      options: product.variant?.options,
      price: effectivePrice(product),
      savedAmount: fromCents(toCents(savedPerUnit(product))),
      quantity,
      ...(gift && { gift }),
    })),
    ...{ subTotal, savedAmount, shippingAmount, taxAmount, totalAmount, currency },
    ...(amountToPay !== undefined && { amountToPay }),
    ...wordsOf(cart),
    shippingAddress,
  }
}

function quoteOf({ status, data }: ApiError): Quote | undefined {
  const { products } = Object(data) as Partial<Quote>
  return status === 409 && Array.isArray(products) ? (data as Quote) : undefined
}

function applyQuote(items: readonly CartItem[], { products: lines, currency }: Quote): CartChanges {
  const quoted = items.flatMap(({ product }) => {
    const line = lines.find(({ variant }) => variant === product.variant?._id)
    return line ? [[lineId(product), line.isActive ? { ...product, ...quotedFieldsOf(line) } : undefined] as const] : []
  })
  const current = new Map(quoted)
  const changes = cartChanges(items, current, currency)
  refreshItems(current)
  return changes
}

function quotedFieldsOf({ name, variant, options, price, savedAmount, available }: Quote['products'][number]) {
  const onSale = savedAmount > 0
  const prices = { price: price + savedAmount, onSale, salePrice: onSale ? price : 0 }
  return { name, ...prices, stock: available, isActive: true, variant: { _id: variant, options } }
}
