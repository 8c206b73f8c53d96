import type { IncomingHttpHeaders } from 'node:http'
import type { PaymentGatewayName, PaymentMode, PaypalConfig, ShippingAddress } from '@mela/contract'

export interface Money {
  readonly cents: number
  readonly currency: string
}

/** Money that the provider took, or tried to take. */
export interface Charge {
  id: string
  state: 'pending' | 'completed' | 'failed'
  amount: Money
  at: Date
}

/** Money that went back, or is going to. */
export interface ProviderRefund {
  id: string
  /** The charge that it gives back. */
  chargeId: string
  /** Our request id; refunds made at the provider itself have none. */
  ownRef?: string | undefined
  state: 'pending' | 'completed' | 'failed'
  amount: Money
}

/** What the provider says about one of its orders; always read from the provider, never from a request. */
export interface Snapshot {
  /** The provider's order id. */
  sessionId: string
  /** open: the buyer has to act · approved: the money can be taken · charged: see the charge · closed: nothing will come. */
  state: 'open' | 'approved' | 'charged' | 'closed'
  /** Our order id, as we sent it. */
  orderRef?: string | undefined
  payerEmail?: string | undefined
  /** Where the buyer approves; there while the buyer has to. */
  approveUrl?: string | undefined
  charge?: Charge | undefined
  refunds: ProviderRefund[]
}

export interface OpenPayment {
  orderRef: string
  /** Names this try at the provider: repeats of it open nothing new. */
  attempt: { id: string; number: number }
  amount: Money
  breakdown: { items: Money; shipping: Money; tax: Money }
  lines: { name: string; quantity: number; unit: Money }[]
  shipTo: ShippingAddress
  /** Where the buyer comes back to, having paid or not. */
  returnUrl: string
}

/** What a payment is registered with at the emulator that it does not know (B31, ADR 0023). */
export interface ReportedPayment {
  id: string
  orderRef: string
  amount: Money
  status: string
  email?: string | undefined
  /** For a payment that the shop has recorded: its charge, when it was taken and what went back of it. */
  recorded?: { chargeId: string; at: Date; refunds: { id: string; amount: Money }[] }
}

/** A provider rang: something happened to one of its objects. */
export interface ProviderEvent {
  id: string
  kind: 'session' | 'charge' | 'refund' | 'dispute' | 'other'
  /** The provider's own word for it. */
  type: string
  objectId: string
}

/** A buyer contests what they paid; PayPal's own words for reason, status, stage and outcome. */
export interface ProviderDispute {
  id: string
  chargeId: string | undefined
  reason: string
  status: string
  stage: string
  outcome: string | undefined
  amount: Money
  /** What the provider gives the buyer back; undefined while it is open, or when the provider does not say. */
  awarded: Money | undefined
  respondBy: Date | undefined
  openedAt: Date
  updatedAt: Date
}

/** What can be done about a dispute right now; the provider decides. */
export type DisputeAction = 'accept-claim' | 'provide-evidence'

/** What the provider shows of one dispute beyond its list. */
export interface DisputeDetails extends ProviderDispute {
  actions: DisputeAction[]
  messages: { by: string; at: Date; text: string }[]
}

export interface EvidenceFile {
  name: string
  contentType: 'image/jpeg' | 'image/gif' | 'image/png' | 'application/pdf'
  bytes: Buffer
}

/** Proof that the order was sent. */
export interface DisputeEvidence {
  carrier: string
  trackingNumber: string
  text: string | undefined
  files: EvidenceFile[]
}

export interface DisputePort {
  /** Ids of all that were changed since. */
  listChanged(since: Date): Promise<string[]>
  look(id: string): Promise<DisputeDetails | undefined>
  accept(id: string, note: string): Promise<void>
  sendEvidence(id: string, evidence: DisputeEvidence): Promise<void>
}

/** A payment provider. Gateways hold no state of the shop and know no database; they throw a GatewayError, never another. */
export interface PaymentGateway {
  readonly name: PaymentGatewayName
  readonly mode: PaymentMode
  /** Loads what the first call would load. */
  prepare(): Promise<void>
  publicConfig(): PaypalConfig
  open(payment: OpenPayment): Promise<{ sessionId: string; approveUrl: string }>
  /** By the provider's order id or a charge's id; undefined when the provider does not know it, or no longer. */
  look(transactionId: string): Promise<Snapshot | undefined>
  /** Takes the money of an approved payment. Repeating one try is safe; after a decline the next try needs a new number. */
  take(sessionId: string, tryNumber: number): Promise<Snapshot>
  /** Gives money back; repeating it under the same reference moves nothing twice. */
  refund(chargeId: string, amount: Money, ref: string): Promise<ProviderRefund>
  /** Undefined when the provider does not know such a refund. */
  lookRefund(refundId: string): Promise<ProviderRefund | undefined>
  /**
   * Reads what the provider sent, once it is proven that the provider did; undefined for what is forged. Events of one
   * sender, a network address, whose proof has to be asked for are limited.
   */
  readEvent(headers: IncomingHttpHeaders, body: Buffer, sender: string): Promise<ProviderEvent | undefined>
  disputes: DisputePort
  /** Test mode alone: where the emulator answers on this machine. */
  readonly emulatorUrl?: string
  /** Test mode alone: makes a payment known to the emulator; one that it knows stays as it is. */
  adopt?(payment: ReportedPayment): Promise<void>
}

export type GatewayFailure = 'ambiguous' | 'declined' | 'rejected' | 'notFound' | 'config'

/**
 * ambiguous: nobody knows whether money moved · declined: the buyer may try again · rejected: this payment is over ·
 * notFound: the provider does not know it · config: our fault.
 */
export class GatewayError extends Error {
  readonly kind: GatewayFailure
  readonly issue: string | undefined
  /** The provider's own sentence, fit for staff. */
  readonly description: string | undefined

  constructor(kind: GatewayFailure, issue?: string, debugId?: string, description?: string) {
    super(['Payment provider:', kind, issue, debugId].filter(Boolean).join(' '))
    this.kind = kind
    this.issue = issue
    this.description = description
  }
}

/** The provider has not looked at the request itself: it says nothing of an earlier one. Otherwise our account is at fault, for good. */
export const areKeysWrong = ({ kind, issue }: GatewayError) => kind === 'config' && !issue?.startsWith('PAYEE_')
