import type { Store, Tables } from '@mela/emulator-base/store.ts'
import type { Problem } from './errors.ts'
import type { Money } from './money.ts'
import type { Experience, PurchaseUnit } from './order-request.ts'

export type OrderStatus = 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'VOIDED' | 'COMPLETED'
type CaptureStatus = 'COMPLETED' | 'PENDING' | 'DECLINED' | 'FAILED'
type RefundStatus = 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED'

/** The buyer's choice on the approval page determines the outcome of the next capture. */
export interface Approval {
  email: string
  payerId: string
  outcome: 'pay' | 'refuse' | 'echeck'
}

export interface Order {
  id: string
  status: OrderStatus
  purchaseUnit: PurchaseUnit
  /** Shown beside it and never captured: a shop asks for one unit. */
  otherUnits?: PurchaseUnit[]
  experience: Experience
  hasPaymentSource: boolean
  approval?: Approval
  captureId?: string
  createTime: string
  updateTime: string
  /** Start of the current wait: creation, then approval. */
  waitingSince: string
}

export interface Capture {
  id: string
  orderId: string
  status: CaptureStatus
  reason?: string | undefined
  amount: Money
  customId?: string
  invoiceId?: string
  createTime: string
  updateTime: string
}

export interface Refund {
  id: string
  captureId: string
  status: RefundStatus
  reason?: string | undefined
  amount: Money
  customId?: string | undefined
  invoiceId?: string | undefined
  note?: string | undefined
  /** Of a payment that was reversed whole. */
  isUnlisted?: boolean | undefined
  createTime: string
  updateTime: string
}

export interface Dispute {
  id: string
  captureId: string
  reason: string
  stage: 'INQUIRY' | 'CHARGEBACK'
  status: 'OPEN' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED'
  amount: Money
  evidences: object[]
  outcome?: DisputeOutcome
  answerUntil: string
  createTime: string
  updateTime: string
}

export interface DisputeOutcome {
  code: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR' | 'RESOLVED_WITH_PAYOUT' | 'CANCELED_BY_BUYER'
  refunded: Money
}

/** The result of a request with a PayPal-Request-Id: what it created, or its refusal. */
export interface Outcome {
  expires: string
  resourceId?: string
  refusal?: Problem
}

export interface PaypalTables extends Tables {
  orders: Map<string, Order>
  captures: Map<string, Capture>
  refunds: Map<string, Refund>
  disputes: Map<string, Dispute>
  outcomes: Map<string, Outcome>
}

export type PaypalStore = Store<PaypalTables>

export const paypalTables = ['orders', 'captures', 'refunds', 'disputes', 'outcomes'] as const
