import { randomUUID } from 'node:crypto'
import { anAddress } from '../server/test/an-address.ts'
import { approve } from '../server/test/approve.ts'
import { type Answer, ask, NoAnswer } from './calls.ts'
import { type Buyer, demand, type Goods, goals, isOpen, type Purchase } from './memory.ts'

const pick = <Item>(from: readonly Item[]): Item | undefined => from[Math.floor(Math.random() * from.length)]
const chance = (share: number) => Math.random() < share

/** The admin of the demo shop. */
export async function signInStaff(url: string): Promise<string> {
  const body = { email: 'admin@example.com', password: 'mela@demo1' }
  return (await ask(url, 'POST', '/auth/login', { body })).cookie
}

export async function register(url: string, staff: string): Promise<Buyer> {
  const body = {
    name: { firstName: 'Asha', lastName: 'Rao' },
    email: `${randomUUID()}@example.com`,
    password: 'mela@1234',
  }
  const { cookie, data } = await ask(url, 'POST', '/auth/register', { body })
  const { _id: id } = data as { _id: string }
  return { id, cookie, staff, purchases: [] }
}

/** A fast machine would start more than can be finished after a crash. */
const MOST_OPEN = 6

/** Buys, pays, cancels and repeats until the shop is killed; then it only keeps its record. */
export async function shopUntil(isOver: () => boolean, url: string, buyer: Buyer, products: Goods[]): Promise<void> {
  while (!isOver()) {
    const unfinished = buyer.purchases.filter(isOpen)
    const goesOn = chance(0.5) || unfinished.length >= MOST_OPEN
    const purchase = (goesOn && pick(unfinished)) || newPurchase(buyer, products)
    // Some buyers click twice.
    const clicks = chance(0.2) ? 2 : 1
    await Promise.all(Array.from({ length: clicks }, () => advance(url, buyer, purchase)))
  }
}

function newPurchase(buyer: Buyer, products: Goods[]): Purchase {
  const chosen = new Set([pick(products), pick(products)].filter(product => product !== undefined))
  const lines = [...chosen].map(({ product, variant }) => ({
    product,
    ...(chance(0.7) && { variant }),
    quantity: chance(0.3) ? 2 : 1,
  }))
  const goal = pick(goals) ?? 'paid'
  const purchase: Purchase = { key: randomUUID(), lines, goal, state: 'asked' }
  buyer.purchases.push(purchase)
  return purchase
}

/** Takes a purchase one step further; without an answer the buyer repeats the step later. */
export async function advance(url: string, buyer: Buyer, purchase: Purchase): Promise<void> {
  try {
    if (purchase.state === 'asked') await place(url, buyer, purchase)
    else if (purchase.state === 'placed') await finish(url, buyer, purchase)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
  }
}

function finish(url: string, buyer: Buyer, purchase: Purchase): Promise<void> {
  if (purchase.goal === 'cancelled') return cancel(url, buyer, purchase)
  if (purchase.goal === 'regretted') return regret(url, buyer, purchase)
  if (!purchase.transactionId) return pay(url, buyer, purchase)
  return purchase.goal === 'returned' ? cancel(url, buyer, purchase) : refund(url, buyer, purchase)
}

interface Placed {
  _id: string
  totalAmount: number
  products: { product: { _id: string }; variant: string; quantity: number }[]
}

/** The units of each product as a text that can be compared. */
const unitsOf = (lines: { product: string; quantity: number }[]) =>
  lines
    .flatMap(({ product, quantity }) => Array<string>(quantity).fill(product))
    .sort()
    .join(', ')

async function place(url: string, { cookie }: Buyer, purchase: Purchase): Promise<void> {
  const body = { products: purchase.lines, shippingAddress: anAddress() }
  const answer = await ask(url, 'POST', '/orders', { body, cookie, key: purchase.key })
  // Of two clicks one may be refused for lack of stock, and the other accepted after stock was returned.
  if (answer.status === 409 && purchase.orderId === undefined) purchase.state = 'refused'
  if (!isOk(answer)) return

  const { _id, totalAmount, products } = answer.data as Placed
  demand(
    purchase.orderId === undefined || purchase.orderId === _id,
    `One key has placed ${purchase.orderId} and ${_id}.`,
  )
  purchase.orderId = _id
  purchase.taken = products.map(({ product, variant, quantity }) => ({ product: product._id, variant, quantity }))
  demand(
    unitsOf(purchase.taken) === unitsOf(purchase.lines),
    `Order ${_id} has the units ${unitsOf(purchase.taken)}, asked for were ${unitsOf(purchase.lines)}.`,
  )
  purchase.totalCents = Math.round(totalAmount * 100)
  purchase.state = purchase.goal === 'placed' ? 'done' : 'placed'
}

async function pay(url: string, { cookie }: Buyer, purchase: Purchase): Promise<void> {
  const { orderId: order } = purchase
  const started = await ask(url, 'POST', '/payments/paypal/orders', { body: { order }, cookie })
  if (started.status === 409) return reconcile(url, cookie, purchase)
  if (!isOk(started)) return

  const { orderId: transactionId, approveUrl } = started.data as { orderId: string; approveUrl: string }
  // The page of an order that was approved before the kill is gone; a killed emulator answers no page.
  await approve(approveUrl).catch(() => undefined)
  if (purchase.goal === 'left') return
  const reported = await ask(url, 'POST', '/payments', {
    body: { order, transactionId, paymentGateway: 'paypal' },
    cookie,
  })
  if (isOk(reported)) acknowledge(purchase, reported.data)
}

/** Nothing more can be paid: the order is paid, or cannot be paid any more. */
async function reconcile(url: string, cookie: string, purchase: Purchase): Promise<void> {
  const { status, data } = await ask(url, 'GET', `/orders/current-user/${purchase.orderId}`, { cookie })
  if (status !== 200) return
  const { payment } = data as { payment: unknown }
  if (payment) acknowledge(purchase, payment)
}

function acknowledge(purchase: Purchase, payment: unknown): void {
  const { status, transactionId } = payment as { status: string; transactionId: string }
  if (status !== 'completed') return
  const known = purchase.transactionId
  demand(
    known === undefined || known === transactionId,
    `Order ${purchase.orderId} was paid by ${known} and ${transactionId}.`,
  )
  purchase.transactionId = transactionId
  if (purchase.goal !== 'refunded' && purchase.goal !== 'returned') purchase.state = 'done'
}

async function cancel(url: string, { cookie }: Buyer, purchase: Purchase): Promise<void> {
  const answer = await ask(url, 'PATCH', `/orders/${purchase.orderId}/cancel`, { cookie })
  if (!isOk(answer)) return
  purchase.isCancelled = true
  purchase.state = 'done'
}

/** In either order: the order is cancelled, and its payment is not captured, or known, or being refunded. */
async function regret(url: string, buyer: Buyer, purchase: Purchase): Promise<void> {
  const { orderId: order } = purchase
  const { cookie } = buyer
  const started = await ask(url, 'POST', '/payments/paypal/orders', { body: { order }, cookie })
  if (!isOk(started)) return cancel(url, buyer, purchase)
  const { orderId: transactionId, approveUrl } = started.data as { orderId: string; approveUrl: string }
  await approve(approveUrl).catch(() => undefined)
  const body = { order, transactionId, paymentGateway: 'paypal' }
  await Promise.all([ask(url, 'POST', '/payments', { body, cookie }), cancel(url, buyer, purchase)])
}

/** The order keeps its status while the refund's result is ambiguous. */
async function refund(url: string, { staff }: Buyer, purchase: Purchase): Promise<void> {
  const body = { status: 'refunded' }
  const answer = await ask(url, 'PATCH', `/orders/${purchase.orderId}/update`, { body, cookie: staff })
  if (!isOk(answer) || (answer.data as { status: string }).status !== 'refunded') return
  purchase.isRefunded = true
  purchase.state = 'done'
}

const isOk = ({ status }: Answer) => status === 200 || status === 201
