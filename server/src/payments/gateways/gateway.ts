import type { IncomingHttpHeaders } from 'node:http'
import type {
  DisputeAction,
  DisputeState,
  Money,
  PaymentGatewayName,
  PaymentMode,
  PaymentStatus,
  ShippingAddress,
  ShownGateway,
} from '@mela/contract'
import { conflict } from '../../platform/http/errors.ts'
import type { PageSources } from '../../platform/http/security-headers.ts'

export interface Charge {
  id: string
  state: PaymentStatus
  amount: Money
  at: Date
  /** A chargeback; may stay true after a dispute that the shop has won. */
  isReversed?: boolean | undefined
}

export interface ProviderRefund {
  id: string
  chargeId: string
  /** Our request id; refunds made at the provider itself have none. */
  ownRef?: string | undefined
  state: PaymentStatus
  amount: Money
  /** The buyer's bank took it in a dispute, whose id it has; the shop sent nothing. */
  isTakenBack?: boolean
}

/** The state of one of the provider's orders; always read from the provider, never from a request. */
export interface Snapshot {
  sessionId: string
  /** approved: ready to capture · charged: see the charge · closed: final, and nothing was charged. */
  state: 'open' | 'approved' | 'charged' | 'closed'
  /** The account at the provider that receives the money; undefined when the provider names none. */
  account: string | undefined
  /** It can be of no other account, even where none is named. */
  isOwn?: boolean
  /** That account's email, which a browser can change beside the account. */
  accountEmail?: string | undefined
  /** The number of payments that make up the session: the shop opens one. */
  units: number
  /** Whether another account gets a part of the money, or the shop gets it later, as a browser can ask. */
  isShared: boolean
  amount: Money | undefined
  /** Our order id, as we sent it; the buyer's browser may have changed it since. */
  orderRef?: string | undefined
  payerEmail?: string | undefined
  approveUrl?: string | undefined
  charge?: Charge | undefined
  /** Captured, and shown without its charge: the repeated capture answers it. */
  isTaken?: boolean
  refunds: ProviderRefund[]
  signs?: Signs | undefined
}

/** What tells fraud from a purchase, where the provider tells it. */
export interface Signs {
  declines: number
  /** Names of the cards that were refused, newest first; equal cards have equal names in all sessions. */
  refusedCards: string[]
  country: string | undefined
  risk: 'elevated' | 'highest' | undefined
}

export interface OpenedSession extends Pick<Snapshot, 'sessionId' | 'accountEmail'> {
  approveUrl: string
  account?: string | undefined
}

export interface OpenPayment {
  brand: string
  orderRef: string
  orderName: string
  /** Names this attempt at the provider: repeating it opens nothing new. */
  attempt: { id: string; number: number; at: Date }
  payBy: Date | null
  buyerEmail?: string | undefined
  amount: Money
  /** The amount is items plus shipping plus tax less discount, which holds gift cards; the items are the sum of the lines. */
  breakdown: { items: Money; shipping: Money; tax: Money; discount: Money }
  lines: { name: string; options: string; sku: string | null; quantity: number; unit: Money }[]
  /** Undefined where nothing is delivered, as for gift cards alone. */
  shipTo: ShippingAddress | undefined
  billingCountry: string | undefined
  shopCountry: string
  returnUrl: string
}

interface NamedOrder extends Pick<OpenPayment, 'orderRef' | 'amount' | 'shipTo'> {
  invoice: string
}

/** A payment that begins without an order: the buyer agrees at the provider, which tells where the goods go. */
export interface ExpressPayments {
  open(start: {
    brand: string
    amount: Money
    requestId: string
    returnUrl: string
    cancelUrl: string
  }): Promise<OpenedSession>
  /**
   * Undefined until the buyer has agreed. What the provider does not tell is empty. The payer is what the provider calls
   * the buyer in the address that it leads back to.
   */
  findBuyer(
    sessionId: string,
  ): Promise<{ payer: string; email: string; address: Omit<ShippingAddress, 'postal'> } | undefined>
  /**
   * Tells the provider of an approved session which order it pays, the order's amount, and where it goes, unless the
   * provider refuses that address. Idempotent.
   */
  nameOrder(sessionId: string, order: NamedOrder): Promise<Snapshot>
}

/** A payment that is registered with an emulator that does not know it (ADR 0015). */
interface ReportedPayment {
  id: string
  orderRef: string
  amount: Money
  status: string
  email?: string | undefined
  recorded?: { chargeId: string; at: Date; refunds: { id: string; amount: Money }[] }
}

export interface ProviderEvent {
  id: string
  kind: 'session' | 'charge' | 'refund' | 'dispute' | 'other'
  /** approved: the buyer agreed to a session · reversed: a bank or a dispute took money back. */
  type: 'approved' | 'reversed' | 'changed'
  objectId: string
}

export interface ProviderDispute {
  id: string
  chargeId: string | undefined
  state: DisputeState
  /** The provider's own words, shown to staff as they are. */
  words: { reason: string; status: string; stage: string; outcome: string | undefined }
  amount: Money
  /** The buyer's award; undefined while it is open, or when the provider does not say. */
  awarded: Money | undefined
  respondBy: Date | undefined
  openedAt: Date
  updatedAt: Date
}

interface DisputeDetails extends ProviderDispute {
  actions: DisputeAction[]
  messages: { by: string; at: Date; text: string }[]
}

interface EvidenceFile {
  name: string
  contentType: 'image/jpeg' | 'image/gif' | 'image/png' | 'application/pdf'
  bytes: Buffer
}

export interface DisputeEvidence {
  carrier: string
  trackingNumber: string
  text: string | undefined
  files: EvidenceFile[]
}

/** A payment provider. Gateways hold no state of the shop and know no database; they throw a GatewayError only. */
export interface PaymentGateway {
  readonly name: PaymentGatewayName
  readonly displayName: string
  readonly mode: PaymentMode
  readonly can: ShownGateway['can']
  readonly currencies: ReadonlySet<string>
  /** The highest amount of one payment, in the minor unit of the order's currency. */
  highestCents(currency: string): number
  readonly clientId: string
  /** The shop's account at the provider, where the owner has entered it beside the keys. */
  readonly enteredAccount: string | undefined
  /** Asks the provider for the account of these keys; undefined when it accepts the keys and names no account. */
  retrieveAccount(): Promise<string | undefined>
  readonly site: ShownGateway['site']
  readonly pageSources?: PageSources | undefined
  open(payment: OpenPayment): Promise<OpenedSession>
  express?: ExpressPayments
  /** By the provider's order id or a charge's id; undefined when the provider does not know it. */
  retrieve(transactionId: string): Promise<Snapshot | undefined>
  /** Captures an approved payment. Idempotent per attempt; after a decline the next attempt needs a new number. */
  capture(sessionId: string, tryNumber: number): Promise<Snapshot>
  /**
   * Ends a session that must not be paid any more. Only where buyers pay without the shop's capture; answers what became
   * of it, since the buyer may have been faster.
   */
  expire?(sessionId: string): Promise<Snapshot | undefined>
  refund(chargeId: string, amount: Money, ref: string): Promise<ProviderRefund>
  /** Undefined when the provider does not know it. */
  retrieveRefund(refundId: string): Promise<ProviderRefund | undefined>
  /** Undefined for a forgery. Verifications that need a call are limited per sender, a network address. */
  readEvent(headers: IncomingHttpHeaders, body: Buffer, sender: string): Promise<ProviderEvent | undefined>
  disputes: {
    listChanged(since: Date): Promise<{ id: string; updatedAt: Date }[]>
    retrieve(id: string): Promise<DisputeDetails | undefined>
    accept(id: string, note: string): Promise<void>
    sendEvidence(id: string, evidence: DisputeEvidence): Promise<void>
  }
  readonly emulatorUrl?: string
  /** Test mode only: registers a payment with the emulator; a known one stays as it is. */
  adopt?(payment: ReportedPayment): Promise<void>
}

/** The gateways that the shop is connected to; they change with the keys that staff enter. */
export function gatewaysOf(...connected: PaymentGateway[]) {
  let all: readonly PaymentGateway[] = connected
  const find = (name: string): PaymentGateway | undefined => all.find(gateway => gateway.name === name)
  return {
    get all() {
      return all
    },
    replaceAll(...connected: PaymentGateway[]) {
      all = connected
    },
    /** Reads the keys again, where they can change. */
    refresh: async () => {},
    find,
    of(name: string): PaymentGateway {
      const gateway = find(name)
      if (gateway) return gateway
      throw conflict(`This shop is not connected to ${name}, which took this payment.`, 'gateway_not_connected')
    },
  }
}
export type Gateways = ReturnType<typeof gatewaysOf>

/**
 * ambiguous: money may have moved · declined: the buyer may try again · unapproved: the buyer must agree again ·
 * refused: payer or card, for good · rejected: it is over · config: our fault.
 */
export class GatewayError extends Error {
  readonly kind: 'ambiguous' | 'declined' | 'unapproved' | 'refused' | 'rejected' | 'notFound' | 'config'
  readonly issue: string | undefined
  /** The provider's own sentence, fit for staff. */
  readonly description: string | undefined

  constructor(kind: GatewayError['kind'], issue?: string, debugId?: string, description?: string) {
    super(['Payment provider:', kind, issue, debugId].filter(Boolean).join(' '))
    this.kind = kind
    this.issue = issue
    this.description = description
  }
}

/** The issue of an error that the provider answers to each repetition of the request. */
export const SAVED_ERROR = 'SAVED_ERROR'

/** One sender's events cause too many calls to the provider. The provider repeats genuine events later. */
export class TooManyQuestionsError extends GatewayError {
  constructor() {
    super('ambiguous', 'TOO_MANY_UNKNOWN_EVENTS')
  }
}

/** Wrong keys tell nothing about an earlier request. PAYEE_ issues are permanent faults of the shop's account. */
export const areKeysWrong = ({ kind, issue }: GatewayError) => kind === 'config' && !issue?.startsWith('PAYEE_')
