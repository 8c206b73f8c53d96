import { randomUUID } from 'node:crypto'
import { isOffline, waysToPay } from '@mela/contract'
import { anAddress } from '../server/test/an-address.ts'
import { ask, isOk, NoAnswer } from './calls.ts'
import { giftAddress, readGiftCodes } from './mailbox.ts'
import { type Buyer, demand, goals, isOpen, type Market, type Purchase } from './memory.ts'
import { cancel, payLater, payOnline, refund, refundPart, regret } from './paying.ts'

const pick = <Item>(from: readonly Item[]): Item | undefined => from[Math.floor(Math.random() * from.length)]
const chance = (share: number) => Math.random() < share

/** Every buyer's address ends so, guests included. */
export const BUYERS = '@buyers.example'

export async function register(url: string, staff: string): Promise<Buyer> {
  const body = {
    name: { firstName: 'Asha', lastName: 'Rao' },
    email: `${randomUUID()}${BUYERS}`,
    password: 'mela@1234',
  }
  const { cookie } = await ask(url, 'POST', '/auth/register', { body })
  return { cookie, guestEmail: `${randomUUID()}${BUYERS}`, staff, purchases: [] }
}

/** A fast machine would start more than can be finished after a crash. */
const MOST_OPEN = 6

/** Buys, pays, cancels and repeats until the shop is killed; then it only keeps its record. */
export async function shopUntil(isOver: () => boolean, url: string, buyer: Buyer, market: Market): Promise<void> {
  while (!isOver()) {
    const unfinished = buyer.purchases.filter(isOpen)
    const goesOn = chance(0.5) || unfinished.length >= MOST_OPEN
    const purchase = (goesOn && pick(unfinished)) || (await newPurchase(buyer, market))
    // Some buyers click twice.
    const clicks = chance(0.2) ? 2 : 1
    await Promise.all(Array.from({ length: clicks }, () => advance(url, buyer, purchase)))
  }
}

async function newPurchase(buyer: Buyer, { products, codes, dataDir }: Market): Promise<Purchase> {
  const key = randomUUID()
  const goal = pick(goals) ?? 'paid'
  const chosen = new Set([pick(products), pick(products)].filter(product => product !== undefined))
  const lines = [...chosen].map(({ product, variant, isGiftCard }) => ({
    product,
    ...(chance(0.7) && { variant }),
    ...(isGiftCard && { gift: { email: giftAddress(key, goal === 'paid') } }),
    quantity: chance(0.3) ? 2 : 1,
  }))
  const cards = await readGiftCodes(dataDir)
  // The first cards pay many orders whole, the last ones a part of one or two.
  const typed = [chance(0.4) && pick(codes), chance(0.4) && pick([...cards.slice(0, 3), ...cards.slice(-3)])]
  const purchase: Purchase = {
    ...{ key, lines, goal, way: pick(waysToPay) ?? 'paypal', codes: typed.filter(code => typeof code === 'string') },
    ...(chance(0.3) && { email: buyer.guestEmail }),
    ...{ state: 'asked', cookie: buyer.cookie, totalCents: 0, dueCents: 0, byCards: {}, discounts: [], receipts: [] },
  }
  buyer.purchases.push(purchase)
  return purchase
}

/** Takes a purchase one step further; without an answer the buyer repeats the step later. */
export async function advance(url: string, buyer: Buyer, purchase: Purchase): Promise<void> {
  try {
    if (purchase.state === 'asked') await place(url, purchase)
    else if (purchase.state === 'placed') await finish(url, buyer, purchase)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
  }
}

function finish(url: string, { staff }: Buyer, purchase: Purchase): Promise<void> {
  const { goal, way, transactionId, dueCents } = purchase
  if (goal === 'cancelled') return cancel(url, purchase)
  if (goal === 'regretted') return regret(url, staff, purchase)
  const isPaid = transactionId !== undefined || dueCents === 0
  if (!isPaid) return isOffline(way) ? payLater(url, staff, purchase) : payOnline(url, way, purchase)
  if (goal === 'returned') return cancel(url, purchase)
  return goal === 'refunded' ? refund(url, staff, purchase) : refundPart(url, staff, purchase)
}

interface Placed {
  _id: string
  totalAmount: number
  amountToPay: number
  giftCards: { _id: string; amount: number }[]
  adjustments: { source: string | null }[]
  payment: { _id: string } | null
  products: { product: { _id: string }; variant: string; quantity: number }[]
}

/** The units of each product as a text that can be compared. */
const unitsOf = (lines: { product: string; quantity: number }[]) =>
  lines
    .flatMap(({ product, quantity }) => Array<string>(quantity).fill(product))
    .sort()
    .join(', ')

async function place(url: string, purchase: Purchase): Promise<void> {
  const { key, lines, codes, way, email, goal } = purchase
  const body = { products: lines, shippingAddress: anAddress(), codes, gateway: way }
  const answer = email
    ? await ask(url, 'POST', '/orders/guest', { body: { ...body, email }, key })
    : await ask(url, 'POST', '/orders', { body, cookie: purchase.cookie, key })
  // Of two clicks one may be refused for lack of stock or uses, and the other accepted after some were returned.
  if (answer.status === 409 && purchase.orderId === undefined) purchase.state = 'refused'
  if (!isOk(answer)) return

  const placed = answer.data as Placed
  const { _id, payment } = placed
  demand(
    purchase.orderId === undefined || purchase.orderId === _id,
    `One key has placed ${purchase.orderId} and ${_id}.`,
  )
  const units = placed.products.map(({ product, ...line }) => ({ ...line, product: product._id }))
  demand(
    unitsOf(units) === unitsOf(lines),
    `Order ${_id} has the units ${unitsOf(units)}, asked for were ${unitsOf(lines)}.`,
  )
  const discounts = placed.adjustments.flatMap(({ source }) => (source?.startsWith('discount:') ? [source] : []))
  Object.assign(purchase, {
    ...{ orderId: _id, taken: units, paymentId: payment?._id, discounts: [...new Set(discounts)] },
    ...{ totalCents: cents(placed.totalAmount), dueCents: cents(placed.amountToPay) },
    byCards: Object.fromEntries(placed.giftCards.map(({ _id, amount }) => [_id, cents(amount)])),
    ...(email && { cookie: answer.cookie }),
  })
  const isAllDone = goal === 'placed' || (purchase.dueCents === 0 && (goal === 'paid' || goal === 'left'))
  purchase.state = isAllDone ? 'done' : 'placed'
}

const cents = (amount: number) => Math.round(amount * 100)
