import { z } from 'zod'
import { ownerProof } from '../accounts/security.ts'
import { type Endpoints, envelope } from '../shared/endpoint.ts'
import { exactText, line, notAnObject, oneOf } from '../shared/fields.ts'
import { type PaymentGatewayName, paymentGateways, paymentModes } from './payments.ts'

interface KeyField {
  label: string
  hint: string
  rule: z.ZodType<string>
  isSecret?: true
  isOptional?: true
}

const key = line({ max: 300 })

export const gatewayKeyFields = {
  paypal: {
    clientId: {
      label: 'Client ID',
      hint: 'Of your app at developer.paypal.com, under Apps & Credentials. Switch on Disputes among its features.',
      rule: key,
    },
    clientSecret: { label: 'Secret', hint: 'Below the client ID.', rule: key, isSecret: true },
    webhookId: {
      label: 'Webhook ID',
      hint: 'Add a webhook to the app with the address below and all events; PayPal then shows its ID.',
      rule: key,
    },
    merchantId: {
      label: 'Merchant ID',
      hint: 'The 13 letters and digits in the account settings of PayPal. It can stay empty when the test finds it.',
      rule: line({ max: 13 }).pipe(z.string().regex(/^[A-Z0-9]{13}$/, 'This has 13 letters and digits.')),
      isOptional: true,
    },
  },
  stripe: {
    secretKey: {
      label: 'Secret key',
      hint: 'At dashboard.stripe.com/apikeys. It begins with sk_test_ for test payments, with sk_live_ for real money. A restricted key, rk_…, has to write Checkout Sessions, Refunds, Disputes and Files, and read PaymentIntents and Charges.',
      rule: key.pipe(
        z.string().regex(/^[sr]k_(test|live)_\w+$/, 'This begins with sk_test_, sk_live_, rk_test_ or rk_live_.'),
      ),
      isSecret: true,
    },
    webhookSecret: {
      label: 'Signing secret of the webhook',
      hint: 'Add a webhook with the address below for checkout.session, payment_intent, charge and refund events; Stripe then shows it.',
      rule: key.pipe(z.string().regex(/^whsec_\w+$/, 'This begins with whsec_.')),
      isSecret: true,
    },
    accountId: {
      label: 'Account ID',
      hint: 'It begins with acct_. It can stay empty when the test finds it.',
      rule: key.pipe(z.string().regex(/^acct_\w+$/, 'This begins with acct_.')),
      isOptional: true,
    },
  },
} as const satisfies Record<PaymentGatewayName, Record<string, KeyField>>

const fieldsOf = (gateway: PaymentGatewayName) => Object.entries<KeyField>(gatewayKeyFields[gateway])

/** The rule of a form, and of what is saved: keys by field, a field that may stay empty left out. */
export const gatewayKeysOf = (gateway: PaymentGatewayName) =>
  z.object(
    Object.fromEntries(
      fieldsOf(gateway).map(([name, { rule, isOptional }]) => [
        name,
        isOptional ? z.preprocess(value => (value === '' ? undefined : value), rule.optional()) : rule,
      ]),
    ),
    notAnObject,
  )

/** Sandbox keys are used by a demo and a rehearsal, live keys by a live shop. */
export const keyEnvironments = ['sandbox', 'live'] as const
export type KeyEnvironment = (typeof keyEnvironments)[number]

const savedKeys = z.object({
  environment: oneOf(keyEnvironments),
  account: z.string(),
  /** What the provider has refused at the last test. */
  refusal: z.string(),
  savedAt: z.iso.datetime(),
  /** False when the key that opens them has changed: they have to be entered again. */
  isReadable: z.boolean(),
})

const connection = z.object({
  gateway: oneOf(paymentGateways),
  displayName: z.string(),
  /** How payments are taken now; null: not connected. */
  mode: oneOf(paymentModes).nullable(),
  /** environment: of the server, which outweighs what is entered here · emulator: test payments of a demo. */
  source: z.enum(['environment', 'dashboard', 'emulator', 'none']),
  isRefusing: z.boolean(),
  /** The provider's words when it would not open the last payment with keys that it takes; empty when it did. */
  paymentRefusal: z.string(),
  saved: z.array(savedKeys),
  /** What the provider's own dashboard asks for. */
  webhookUrl: z.string(),
})
export type GatewayConnection = z.output<typeof connection>

const connections = z.object({
  connections: z.array(connection),
  environment: oneOf(keyEnvironments),
  /** Not in a demo, whose password is public. */
  takesLiveKeys: z.boolean(),
})

const params = z.object({ gateway: oneOf(paymentGateways), environment: oneOf(keyEnvironments) })

/** Keys decide where the money goes, so the owner proves who they are. */
const proof = ownerProof.shape

const tested = z.object({ account: z.string().nullable() })

export const gatewayKeyCalls = {
  'GET /payments/keys': { access: 'admin', response: { 200: envelope(connections) } },
  'PUT /payments/keys/:gateway/:environment': {
    access: 'admin',
    limit: 'payments',
    params,
    body: z.object({ keys: z.record(exactText(), exactText().max(1000).optional()), ...proof }, notAnObject),
    response: { 200: envelope(connections) },
  },
  'POST /payments/keys/:gateway/:environment/test': {
    access: 'admin',
    limit: 'payments',
    params,
    response: { 200: envelope(tested) },
  },
  'DELETE /payments/keys/:gateway/:environment': {
    access: 'admin',
    limit: 'payments',
    params,
    body: z.object(proof, notAnObject),
    response: { 200: envelope(connections) },
  },
} as const satisfies Endpoints
