import { createHash } from 'node:crypto'
import { emulatorPath, gatewayNames, type PaymentMode } from '@mela/contract'
import type Stripe from 'stripe'
import { GatewayError, type PaymentGateway } from '../gateway.ts'
import { ask, type StripeAccess, stripeClient } from './stripe-client.ts'
import { stripeDisputes } from './stripe-disputes.ts'
import { stripeEvents } from './stripe-events.ts'
import { stripePayments } from './stripe-payments.ts'

/** Of those that Stripe takes, the ones with two decimals. */
const CURRENCIES = new Set(
  'AED AUD BGN BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR MXN MYR NOK NZD PHP PLN RON SAR SEK SGD THB TRY TWD USD ZAR'.split(
    ' ',
  ),
)
/** A higher amount is refused with amount_too_large: Stripe takes twelve digits of rupiah, and eight of others. */
const highestCents = (currency: string) => (currency === 'IDR' ? 999_999_999_999 : 99_999_999)

/** This module imports Stripe's package, so it is loaded where a gateway is opened. */
export function stripeGateway(mode: PaymentMode, access: StripeAccess): PaymentGateway {
  const stripe = stripeClient(access)
  const findAccount = once(async () => access.accountId ?? (await retrieveAccount(stripe)))
  return {
    name: 'stripe',
    displayName: gatewayNames.stripe,
    mode,
    can: { refund: true, dispute: true, pay: 'redirect' },
    currencies: CURRENCIES,
    highestCents,
    clientId: keyName(access.secretKey),
    enteredAccount: access.accountId,
    retrieveAccount: () => retrieveAccount(stripe),
    site: mode === 'test' ? { home: `${emulatorPath('stripe')}/__emulator` } : siteOf(mode),
    ...(access.at && { emulatorUrl: access.at.origin }),
    ...stripePayments(stripe, findAccount),
    ...stripeEvents(stripe, access),
    disputes: stripeDisputes(stripe),
  }
}

function siteOf(mode: PaymentMode) {
  const home = `https://dashboard.stripe.com${mode === 'live' ? '' : '/test'}`
  return { home, payment: `${home}/payments/` }
}

/** Tells keys apart in the database, which must not hold them. */
const keyName = (secretKey: string) => createHash('sha256').update(secretKey).digest('hex').slice(0, 24)

/** What a key finds belongs to its own account, whose name it may not be allowed to read. */
async function retrieveAccount(stripe: Stripe): Promise<string | undefined> {
  try {
    const { id } = await ask(stripe.accounts.retrieveCurrent())
    if (typeof id !== 'string') throw new GatewayError('ambiguous', 'ACCOUNT_WITHOUT_ID')
    return id
  } catch (error) {
    if (error instanceof GatewayError && error.issue === 'StripePermissionError') return undefined
    throw error
  }
}

function once<Answer>(find: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Answer | undefined
  return async () => (answer ??= await find())
}
