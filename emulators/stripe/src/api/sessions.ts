import type { Answer, ApiRequest } from '@mela/emulator-base/http.ts'
import { z } from 'zod'
import type { Emulator } from '../base/emulator.ts'
import { invalidRequest, missing } from '../base/errors.ts'
import { filled, integerText, metadata, parseForm } from '../base/form-body.ts'
import { newId, seconds } from '../base/ids.ts'
import { displayMoney } from '../base/money.ts'
import type { OpenedSession } from '../base/records.ts'
import { answerList, answerWith } from './answers.ts'
import { announce } from './events.ts'

const MINUTE = 60
/** Of the currencies whose least amount is not 0.50. */
const LEAST_CENTS: Record<string, number> = {
  ...{ aed: 200, bgn: 100, czk: 1_500, dkk: 250, gbp: 30, hkd: 400, huf: 17_500, mxn: 1_000 },
  ...{ myr: 200, nok: 300, pln: 200, ron: 200, sek: 300, thb: 1_000 },
}
const mostCents = (currency: string) => (currency === 'idr' ? 999_999_999_999 : 99_999_999)

const address = z.url({ protocol: /^https?$/ })
const currency = z
  .string()
  .regex(/^[a-z]{3}$/i)
  .transform(code => code.toLowerCase())

const line = z.strictObject({
  quantity: integerText(1, 999_999),
  price_data: z.strictObject({
    currency,
    unit_amount: integerText(),
    product_data: z.strictObject({
      name: filled(250),
      description: filled(40_000).optional(),
    }),
  }),
})

const shipping = z.strictObject({
  name: filled(),
  phone: filled().optional(),
  address: z
    .strictObject({
      line2: filled(),
      city: filled(),
      state: filled(),
      postal_code: filled(),
      country: z.string().regex(/^[A-Z]{2}$/),
    })
    .partial()
    .extend({ line1: filled() }),
})

const request = z.strictObject({
  mode: z.literal('payment'),
  line_items: z.array(line).min(1).max(100),
  success_url: address,
  cancel_url: address.optional(),
  client_reference_id: filled(200)
    .regex(/^[\w-]+$/)
    .optional(),
  customer_email: filled(800).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  expires_at: integerText(0, Number.MAX_SAFE_INTEGER).optional(),
  adaptive_pricing: z.strictObject({ enabled: z.enum(['true', 'false']) }).optional(),
  metadata,
  payment_intent_data: z
    .strictObject({ metadata, description: filled(1000).optional(), shipping: shipping.optional() })
    .default({ metadata: {} }),
})

export function createSession(emulator: Emulator, { form }: ApiRequest): Answer {
  const asked = parseForm(request, form)
  const { customer_email: email } = asked
  if (email !== undefined && !z.email().safeParse(email).success)
    throw invalidRequest(`Invalid email address: ${email}`, 'email_invalid', 'customer_email')
  const created = seconds(emulator.now())
  const lines = asked.line_items.map(({ quantity, price_data: { unit_amount, product_data } }) => ({
    name: product_data.name,
    quantity,
    cents: unit_amount * quantity,
  }))
  const id = newId('cs_test', 58)
  const total = lines.reduce((sum, { cents }) => sum + cents, 0)
  const session: OpenedSession = {
    body: {
      id,
      object: 'checkout.session',
      amount_subtotal: total,
      amount_total: total,
      billing_address_collection: asked.billing_address_collection ?? null,
      cancel_url: asked.cancel_url ?? null,
      client_reference_id: asked.client_reference_id ?? null,
      created,
      currency: currencyOf(asked.line_items),
      customer_details: email ? { email, address: { country: 'IN' } } : null,
      expires_at: expiryOf(created, asked.expires_at),
      livemode: false,
      metadata: asked.metadata,
      mode: 'payment',
      payment_intent: null,
      payment_method_types: ['card'],
      payment_status: 'unpaid',
      status: 'open',
      success_url: asked.success_url,
      url: `${emulator.url}${emulator.approvalPath}?session=${id}`,
    },
    lines,
    intent: {
      metadata: asked.payment_intent_data.metadata,
      description: asked.payment_intent_data.description ?? null,
      shipping: asked.payment_intent_data.shipping ?? null,
    },
  }
  checkTotal(total, session.body.currency ?? '')
  saveSession(emulator, session)
  return answerWith(emulator.store, session.body)
}

function currencyOf(lines: z.output<typeof line>[]) {
  const [first = '', ...others] = new Set(lines.map(({ price_data }) => price_data.currency))
  if (others.length > 0)
    throw invalidRequest(
      'All line items must have the same currency.',
      undefined,
      'line_items[0][price_data][currency]',
    )
  return first
}

function expiryOf(created: number, asked: number | undefined) {
  if (asked === undefined) return created + 24 * 60 * MINUTE
  if (asked >= created + 30 * MINUTE && asked <= created + 24 * 60 * MINUTE) return asked
  const message =
    'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.'
  throw invalidRequest(message, undefined, 'expires_at')
}

function checkTotal(cents: number, currency: string) {
  if (cents > mostCents(currency))
    throw invalidRequest('The total amount is too large.', 'amount_too_large', 'line_items')
  const least = LEAST_CENTS[currency] ?? 50
  if (cents >= least) return
  const message = `The total amount due must add up to at least ${displayMoney(least, currency)}.`
  throw invalidRequest(message, 'amount_too_small', 'line_items')
}

export function showSession(emulator: Emulator, { id, query }: ApiRequest): Answer {
  return answerWith(emulator.store, requireSession(emulator, id).body, query)
}

export function listSessions(emulator: Emulator, request: ApiRequest): Answer {
  const sessions = [...emulator.store.sessions.keys()].map(id => requireSession(emulator, id).body)
  return answerList(sessions, '/v1/checkout/sessions', request)
}

export function expireSession(emulator: Emulator, { id }: ApiRequest): Answer {
  const session = requireSession(emulator, id)
  const { status } = session.body
  if (status !== 'open') {
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`
    throw invalidRequest(message)
  }
  closeSession(emulator, session)
  return answerWith(emulator.store, session.body)
}

function requireSession(emulator: Emulator, id: string): OpenedSession {
  const session = findSession(emulator, id)
  if (!session) throw missing('checkout.session', id)
  return session
}

/** An open session expires by itself when its time is over. */
export function findSession(emulator: Emulator, id: string): OpenedSession | undefined {
  const session = emulator.store.sessions.get(id)
  if (session?.body.status === 'open' && session.body.expires_at <= seconds(emulator.now()))
    closeSession(emulator, session)
  return session
}

function closeSession(emulator: Emulator, session: OpenedSession) {
  Object.assign(session.body, { status: 'expired', url: null })
  saveSession(emulator, session)
  announce(emulator, 'checkout.session.expired', session.body)
}

export function saveSession({ store }: Emulator, session: OpenedSession) {
  store.sessions.set(session.body.id, session)
  store.changed('sessions', session.body.id)
}

export function findSessionOf({ store }: Emulator, intentId: string) {
  return [...store.sessions.values()].find(({ body }) => body.payment_intent === intentId)
}
