import { type PaymentStatus, sumOf } from '@mela/contract'
import type Stripe from 'stripe'
import {
  GatewayError,
  type OpenedSession,
  type OpenPayment,
  type PaymentGateway,
  type ProviderRefund,
  type Snapshot,
} from '../gateway.ts'
import { sessionRequest } from './session-request.ts'
import { ask, askFor } from './stripe-client.ts'
import { disputeStateOf } from './stripe-disputes.ts'

type Calls = Required<Pick<PaymentGateway, 'open' | 'retrieve' | 'capture' | 'expire' | 'refund' | 'retrieveRefund'>>

/** The charge of the shop is Stripe's payment intent: a payment of several tries has one, and several charges. */
export function stripePayments(stripe: Stripe, findAccount: () => Promise<string | undefined>): Calls {
  const { checkout, paymentIntents, charges, refunds, disputes } = stripe

  /** Stripe may refuse an email that our rules accept: the buyer then types it there. */
  async function open(payment: OpenPayment): Promise<OpenedSession> {
    try {
      return await create(payment, `create-${payment.attempt.id}`)
    } catch (error) {
      if (!(error instanceof GatewayError) || error.issue !== 'email_invalid') throw error
      return create({ ...payment, buyerEmail: undefined }, `create-${payment.attempt.id}-nameless`)
    }
  }

  async function create(payment: OpenPayment, idempotencyKey: string): Promise<OpenedSession> {
    const { id, url } = await ask(checkout.sessions.create(sessionRequest(payment), { idempotencyKey }))
    if (!url) throw new GatewayError('ambiguous', 'NO_CHECKOUT_PAGE')
    return { sessionId: id, approveUrl: url }
  }

  async function retrieve(id: string): Promise<Snapshot | undefined> {
    const sessionId = await findSessionId(id)
    const expand = ['payment_intent']
    const session = sessionId && (await askFor(checkout.sessions.retrieve(sessionId, { expand })))
    if (!session) return undefined

    const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
    const tries = intent ? (await ask(charges.list({ payment_intent: intent.id, limit: 100 }))).data : []
    const account = await findAccount()
    // What a key finds is of its own account, which it may not be allowed to read.
    const payee = { account, isOwn: true }
    return { ...snapshotOf(session, intent, tries), ...payee, refunds: intent ? await listRefunds(intent, tries) : [] }
  }

  /** Sessions are found by what was paid in them; a payment that was not made in a session is none of the shop's. */
  async function findSessionId(id: string): Promise<string | undefined> {
    if (/^cs_\w+$/.test(id)) return id
    const intent = await findIntentId(id)
    if (intent === undefined) return undefined
    return (await ask(checkout.sessions.list({ payment_intent: intent, limit: 1 }))).data[0]?.id
  }

  async function findIntentId(id: string): Promise<string | undefined> {
    if (/^pi_\w+$/.test(id)) return (await askFor(paymentIntents.retrieve(id)))?.id
    if (!/^(ch|py)_\w+$/.test(id)) return undefined
    return idOf((await askFor(charges.retrieve(id)))?.payment_intent)
  }

  /** What the buyer's bank took back in a dispute is a refund, at most what is left, which the shop did not ask for. */
  async function listRefunds(intent: Stripe.PaymentIntent, tries: Stripe.Charge[]): Promise<ProviderRefund[]> {
    const filter = { payment_intent: intent.id, limit: 100 }
    const isDisputed = tries.some(({ disputed }) => disputed)
    const [made, contested] = await Promise.all([
      ask(refunds.list(filter)),
      isDisputed ? ask(disputes.list(filter)) : { data: [] },
    ])
    const asked = made.data.map(refundOf)
    const counted = asked.filter(({ state }) => state !== 'failed').map(({ amount }) => amount.cents)
    const left = intent.amount_received - sumOf(counted)
    const lost = left > 0 ? contested.data.filter(dispute => disputeStateOf(dispute) === 'lost') : []
    return [...asked, ...lost.map(dispute => takenBack(dispute, left))]
  }

  /** Checkout takes the money when the buyer agrees, so there is nothing left to capture. */
  async function capture(sessionId: string): Promise<Snapshot> {
    const snapshot = await retrieve(sessionId)
    if (!snapshot?.charge) throw new GatewayError('ambiguous', 'SESSION_UNPAID')
    return snapshot
  }

  /** It may have been paid, or have expired, in the meantime. */
  async function expire(sessionId: string): Promise<Snapshot | undefined> {
    await ask(checkout.sessions.expire(sessionId)).catch(unlessRefused)
    const ended = await retrieve(sessionId)
    if (ended?.state === 'open') throw new GatewayError('ambiguous', 'SESSION_NOT_ENDED')
    return ended
  }

  async function refund(chargeId: string, { cents }: { cents: number }, ref: string): Promise<ProviderRefund> {
    const request = { payment_intent: chargeId, amount: cents, metadata: { ref } }
    try {
      return refundOf(await ask(refunds.create(request, { idempotencyKey: ref })))
    } catch (error) {
      const isEarly = error instanceof GatewayError && error.issue === 'payment_intent_unexpected_state'
      throw isEarly && (await isProcessing(chargeId)) ? new GatewayError('rejected', 'PENDING_CAPTURE') : error
    }
  }

  const isProcessing = async (id: string) => (await askFor(paymentIntents.retrieve(id)))?.status === 'processing'

  /** Other software on the account may charge, and refund, without a payment intent. */
  async function retrieveRefund(id: string): Promise<ProviderRefund | undefined> {
    const found = /^re_\w+$|^pyr_\w+$/.test(id) ? await askFor(refunds.retrieve(id)) : undefined
    return found?.payment_intent ? refundOf(found) : undefined
  }

  return { open, retrieve, capture, expire, refund, retrieveRefund }
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof GatewayError) || error.kind !== 'rejected') throw error
}

const idOf = (linked: string | { id: string } | null | undefined) => (typeof linked === 'object' ? linked?.id : linked)

type Paid = Omit<Snapshot, 'account' | 'refunds'>

function snapshotOf(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
  tries: Stripe.Charge[],
): Paid {
  const charge = intent ? chargeOf(session, intent, tries) : undefined
  const isOpen = session.status === 'open'
  return {
    sessionId: session.id,
    state: charge ? 'charged' : isOpen ? 'open' : 'closed',
    units: 1,
    isShared: !!intent && (!!intent.transfer_data || !!intent.on_behalf_of || !!intent.application_fee_amount),
    amount: moneyOf(session.amount_total, session.currency),
    orderRef: orderOf(session, intent),
    payerEmail: session.customer_details?.email ?? undefined,
    approveUrl: isOpen ? (session.url ?? undefined) : undefined,
    charge,
    signs: signsOf(session, tries),
  }
}

/** The order is named three times; names that differ are no order's. */
function orderOf({ client_reference_id, metadata }: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null) {
  const named = new Set([client_reference_id, metadata?.order, ...(intent ? [intent.metadata.order] : [])])
  const [order] = named
  return named.size === 1 && order ? order : undefined
}

/** While its session is open, a payment that was declined, or that the bank asks about, is none: another card may follow. */
function chargeOf({ status }: Stripe.Checkout.Session, intent: Stripe.PaymentIntent, tries: Stripe.Charge[]) {
  const state = stateOf(intent.status)
  if (state !== 'completed' && status !== 'complete') return undefined
  const amount = moneyOf(state === 'completed' ? intent.amount_received : intent.amount, intent.currency)
  if (!amount) throw new GatewayError('ambiguous', 'PAYMENT_WITHOUT_AMOUNT')
  const at = new Date((tries[0]?.created ?? intent.created) * 1000)
  return { id: intent.id, state, amount, at }
}

/** An unknown word proves nothing. */
function stateOf(status: string): PaymentStatus {
  if (status === 'succeeded') return 'completed'
  return status === 'requires_payment_method' || status === 'canceled' ? 'failed' : 'pending'
}

/** Of the last try, which paid if any did. */
function signsOf({ customer_details }: Stripe.Checkout.Session, tries: Stripe.Charge[]): Snapshot['signs'] {
  const [last] = tries
  const card = last?.payment_method_details?.card
  const risk = last?.outcome?.risk_level
  const refused = tries.filter(({ status }) => status === 'failed')
  return {
    declines: refused.length,
    refusedCards: refused.flatMap(({ payment_method_details: of }) => of?.card?.fingerprint ?? []),
    country: card?.country ?? customer_details?.address?.country ?? undefined,
    risk: risk === 'elevated' || risk === 'highest' ? risk : undefined,
  }
}

const moneyOf = (cents: number | null, currency: string | null) =>
  cents === null || currency === null ? undefined : { cents, currency: currency.toUpperCase() }

function refundOf({ id, payment_intent, metadata, status, amount, currency }: Stripe.Refund): ProviderRefund {
  const chargeId = idOf(payment_intent)
  if (!chargeId) throw new GatewayError('ambiguous', 'REFUND_WITHOUT_PAYMENT')
  const state =
    status === 'succeeded' ? 'completed' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
  return { id, chargeId, ownRef: metadata?.ref, state, amount: { cents: amount, currency: currency.toUpperCase() } }
}

function takenBack({ id, payment_intent, amount, currency }: Stripe.Dispute, left: number): ProviderRefund {
  const money = { cents: Math.min(amount, left), currency: currency.toUpperCase() }
  return { id, chargeId: idOf(payment_intent) ?? '', state: 'completed', amount: money, isTakenBack: true }
}
