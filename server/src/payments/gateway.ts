import type { PaymentGatewayName, PaymentMode, ShippingAddress } from '@mela/contract'

export interface Money {
  readonly cents: number
  readonly currency: string
}

/** What the provider says about one of its orders; always read from the provider, never from a request. */
export interface Snapshot {
  sessionId: string
  state: 'open' | 'approved' | 'pending' | 'completed' | 'failed' | 'gone'
  /** Our order id, as we sent it. */
  orderRef?: string
  payerEmail?: string
  charge?: {
    id: string
    state: 'pending' | 'completed' | 'failed'
    amount: Money
    reason?: string
    at: Date
  }
}

export interface OpenPayment {
  orderRef: string
  /** Names this try at the provider: repeats of it open nothing new. */
  attempt: { id: string; number: number }
  amount: Money
  breakdown: { items: Money; shipping: Money; tax: Money }
  lines: { name: string; quantity: number; unit: Money }[]
  shipTo: ShippingAddress
  returnUrl: string
}

/** What a made-up transaction is registered with at the emulator (DECISIONS B31). */
export interface ReportedPayment {
  id: string
  orderRef: string
  amount: Money
  status: string
  email?: string
}

/** A payment provider. Gateways hold no state of the shop and know no database. */
export interface PaymentGateway {
  readonly name: PaymentGatewayName
  readonly mode: PaymentMode
  publicConfig(): { clientId: string; mode: PaymentMode; emulatorUrl?: string }
  open(payment: OpenPayment): Promise<{ sessionId: string; approveUrl: string }>
  /** By the provider's order id or a capture's id; undefined when the provider does not know it. */
  look(transactionId: string): Promise<Snapshot | undefined>
  /** Takes the money of an approved payment. Repeating one try is safe; after a decline the next try needs a new number. */
  take(sessionId: string, tryNumber: number): Promise<Snapshot>
  /** Test mode alone: makes an id known that an API client made up. */
  adopt?(payment: ReportedPayment): Promise<void>
}

export type GatewayFailure = 'ambiguous' | 'declined' | 'rejected' | 'config'

/** ambiguous: nobody knows whether money moved · declined: the buyer may try again · rejected: final · config: our fault. */
export class GatewayError extends Error {
  readonly kind: GatewayFailure
  readonly issue: string | undefined

  constructor(kind: GatewayFailure, issue?: string, debugId?: string) {
    super(`Payment provider: ${kind} ${issue ?? ''} ${debugId ?? ''}`.trim())
    this.kind = kind
    this.issue = issue
  }
}
