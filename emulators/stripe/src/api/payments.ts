import { createHash } from 'node:crypto'
import type { Answer, ApiRequest } from '@mela/emulator-base/http.ts'
import type { Emulator } from '../base/emulator.ts'
import { missing } from '../base/errors.ts'
import { takeFault } from '../base/faults.ts'
import { newId, seconds } from '../base/ids.ts'
import type { Charge, Intent, OpenedSession } from '../base/records.ts'
import { answerList, answerWith } from './answers.ts'
import { announce } from './events.ts'
import { findSessionOf, saveSession } from './sessions.ts'

/** What the buyer does on the page: `later` is a payment by the bank that takes days, `risky` one that looks wrong. */
export type Choice = 'pay' | 'refuse' | 'later' | 'risky'

interface Buyer {
  email: string
  /** The last four digits, by which the emulator tells cards apart. */
  card: string
  country: string
  name?: string | undefined
  line1?: string | undefined
}

export function showIntent({ store }: Emulator, { id, query }: ApiRequest): Answer {
  return answerWith(store, requireIntent(store, id), query)
}

export function showCharge({ store }: Emulator, { id, query }: ApiRequest): Answer {
  const charge = store.charges.get(id)
  if (!charge) throw missing('charge', id)
  return answerWith(store, charge, query)
}

export function listCharges({ store }: Emulator, request: ApiRequest): Answer {
  return answerList([...store.charges.values()], '/v1/charges', request)
}

export function requireIntent({ intents }: Emulator['store'], id: string): Intent {
  const intent = intents.get(id)
  if (!intent) throw missing('payment_intent', id)
  return intent
}

/** The session's payment is made with the buyer's first try, and each try is a charge. */
export function tryToPay(emulator: Emulator, session: OpenedSession, choice: Choice, buyer: Buyer): Charge {
  const intent = intentOf(emulator, session)
  const charge = createCharge(emulator, intent, choice, buyer)
  Object.assign(intent, { latest_charge: charge.id })
  Object.assign(session.body, {
    payment_intent: intent.id,
    customer_details: { email: buyer.email, address: { country: buyer.country } },
  })
  if (choice === 'refuse') declineIntent(intent, charge)
  else if (choice === 'later') Object.assign(intent, { status: 'processing', last_payment_error: null })
  else collect(intent, charge)

  save(emulator, intent, charge)
  if (choice === 'refuse') announce(emulator, 'payment_intent.payment_failed', intent)
  else complete(emulator, session, intent)
  saveSession(emulator, session)
  return charge
}

/** The bank asks the buyer (3-D Secure): no charge yet, and the session stays open for the answer or another card. */
export function askToConfirm(emulator: Emulator, session: OpenedSession) {
  const intent = intentOf(emulator, session)
  Object.assign(intent, { status: 'requires_action' })
  Object.assign(session.body, { payment_intent: intent.id })
  emulator.store.intents.set(intent.id, intent)
  emulator.store.changed('intents', intent.id)
  announce(emulator, 'payment_intent.requires_action', intent)
  saveSession(emulator, session)
}

function intentOf(emulator: Emulator, session: OpenedSession): Intent {
  const known = session.body.payment_intent
  return known ? requireIntent(emulator.store, known) : createIntent(emulator, session)
}

function createIntent(emulator: Emulator, { body, intent }: OpenedSession): Intent {
  const amount = body.amount_total ?? 0
  return {
    id: newId('pi'),
    object: 'payment_intent',
    amount: takeFault(emulator.store, 'payment', body.id)?.amount ?? amount,
    amount_received: 0,
    application_fee_amount: null,
    created: seconds(emulator.now()),
    currency: body.currency ?? '',
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    on_behalf_of: null,
    status: 'requires_payment_method',
    transfer_data: null,
    ...intent,
  }
}

function createCharge(emulator: Emulator, intent: Intent, choice: Choice, buyer: Buyer): Charge {
  const { email, card, country, name = null, line1 = null } = buyer
  const isRefused = choice === 'refuse'
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    billing_details: { address: { country, line1 }, email, name },
    created: seconds(emulator.now()),
    currency: intent.currency,
    disputed: false,
    failure_code: isRefused ? 'card_declined' : null,
    failure_message: isRefused ? DECLINED : null,
    livemode: false,
    metadata: intent.metadata,
    outcome: {
      risk_level: choice === 'risky' ? 'elevated' : 'normal',
      type: isRefused ? 'issuer_declined' : 'authorized',
    },
    paid: !isRefused,
    payment_intent: intent.id,
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', country, fingerprint: fingerprintOf(card), last4: card },
    },
    refunded: false,
    status: isRefused ? 'failed' : choice === 'later' ? 'pending' : 'succeeded',
  }
}

export const DECLINED = 'Your card was declined.'

const fingerprintOf = (card: string) => createHash('sha256').update(card).digest('base64url').slice(0, 16)

function declineIntent(intent: Intent, { failure_code, failure_message }: Charge) {
  const last_payment_error = { code: failure_code ?? '', message: failure_message ?? '' }
  Object.assign(intent, { status: 'requires_payment_method', last_payment_error })
}

function collect(intent: Intent, charge: Charge) {
  Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, last_payment_error: null })
  Object.assign(charge, { status: 'succeeded', paid: true })
}

function complete(emulator: Emulator, { body }: OpenedSession, intent: Intent) {
  const isPaid = intent.status === 'succeeded'
  Object.assign(body, { status: 'complete', payment_status: isPaid ? 'paid' : 'unpaid', url: null })
  announce(emulator, isPaid ? 'payment_intent.succeeded' : 'payment_intent.processing', intent)
  announce(emulator, 'checkout.session.completed', body)
}

/** A payment that took days arrives, or never does. */
export function endProcessing(emulator: Emulator, intent: Intent, hasArrived: boolean) {
  const charge = emulator.store.charges.get(intent.latest_charge ?? '')
  const session = findSessionOf(emulator, intent.id)
  if (!charge || !session) throw missing('charge', intent.latest_charge ?? '')
  if (hasArrived) collect(intent, charge)
  else {
    Object.assign(charge, { status: 'failed', paid: false, failure_code: 'payment_failed', failure_message: DECLINED })
    declineIntent(intent, charge)
  }
  Object.assign(session.body, { payment_status: hasArrived ? 'paid' : 'unpaid' })
  save(emulator, intent, charge)
  saveSession(emulator, session)
  announce(emulator, hasArrived ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent)
  announce(emulator, `checkout.session.async_payment_${hasArrived ? 'succeeded' : 'failed'}`, session.body)
}

function save({ store }: Emulator, intent: Intent, charge: Charge) {
  store.intents.set(intent.id, intent)
  store.charges.set(charge.id, charge)
  store.changed('intents', intent.id)
  store.changed('charges', charge.id)
}
