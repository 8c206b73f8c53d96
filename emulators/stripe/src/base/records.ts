import type { Store, Tables } from '@mela/emulator-base/store.ts'
import type Stripe from 'stripe'

interface Shipping {
  name: string
  phone?: string | undefined
  address: { line1: string } & Partial<Record<'line2' | 'city' | 'state' | 'postal_code' | 'country', string>>
}

/** Records are what the API answers, in the shapes that Stripe publishes; links are ids until they are expanded. */
type Of<Published, Fields extends keyof Published, Links extends object> = Pick<Published, Fields> & Links

type Session = Of<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'amount_subtotal'
  | 'amount_total'
  | 'billing_address_collection'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'expires_at'
  | 'livemode'
  | 'metadata'
  | 'mode'
  | 'payment_method_types'
  | 'payment_status'
  | 'status'
  | 'success_url'
  | 'url',
  { payment_intent: string | null; customer_details: { email: string | null; address: { country: string } } | null }
>

/** A session with what its page shows and what its payment gets. */
export interface OpenedSession {
  body: Session
  lines: { name: string; quantity: number; cents: number }[]
  intent: { metadata: Record<string, string>; description: string | null; shipping: Shipping | null }
}

export type Intent = Of<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_received'
  | 'application_fee_amount'
  | 'created'
  | 'currency'
  | 'description'
  | 'livemode'
  | 'metadata'
  | 'status',
  {
    shipping: Shipping | null
    latest_charge: string | null
    on_behalf_of: null
    transfer_data: null
    last_payment_error: { code: string; message: string } | null
  }
>

export type Charge = Of<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_refunded'
  | 'created'
  | 'currency'
  | 'disputed'
  | 'failure_code'
  | 'failure_message'
  | 'livemode'
  | 'metadata'
  | 'paid'
  | 'refunded'
  | 'status',
  {
    payment_intent: string
    billing_details: { address: { country: string; line1: string | null }; email: string | null; name: string | null }
    outcome: { risk_level: string; type: string }
    payment_method_details: {
      type: 'card'
      card: { brand: string; country: string; fingerprint: string; last4: string }
    }
  }
>

export type Refund = Of<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'reason' | 'status',
  { charge: string; payment_intent: string }
>

export type Dispute = Of<
  Stripe.Dispute,
  | 'id'
  | 'object'
  | 'amount'
  | 'created'
  | 'currency'
  | 'is_charge_refundable'
  | 'livemode'
  | 'metadata'
  | 'reason'
  | 'status',
  {
    charge: string
    payment_intent: string
    evidence: Record<string, string>
    evidence_details: { due_by: number; has_evidence: boolean; past_due: boolean; submission_count: number }
    payment_method_details: { type: 'card'; card: { case_type: 'chargeback' | 'inquiry' | 'resolution' } }
  }
>

/** What a request with an Idempotency-Key was answered. */
interface Outcome {
  expires: string
  /** Of method, path and body: a key serves one request. */
  request: string
  status: number
  body: object
}

export interface StripeTables extends Tables {
  sessions: Map<string, OpenedSession>
  intents: Map<string, Intent>
  charges: Map<string, Charge>
  refunds: Map<string, Refund>
  disputes: Map<string, Dispute>
  files: Map<string, { id: string; object: 'file'; filename: string; purpose: string; size: number }>
  outcomes: Map<string, Outcome>
}

export type StripeStore = Store<StripeTables>

export const stripeTables = ['sessions', 'intents', 'charges', 'refunds', 'disputes', 'files', 'outcomes'] as const
