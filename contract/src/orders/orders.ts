import { z } from 'zod'
import { media } from '../catalog/media.ts'
import { offlineWays, paymentStatuses, refundStates, waysToPay } from '../payments/payments.ts'
import { addressBody } from '../shared/addresses.ts'
import { MOST_GIFT_TEXT, MOST_NOTE } from '../shared/constants.ts'
import { byId, type Endpoints, envelope, idempotencyHeaders, ownAccount, ownOrder, pageOf } from '../shared/endpoint.ts'
import { email, exactText, notAnObject, number, objectId, oneOf, text } from '../shared/fields.ts'
import { listQuery } from '../shared/paging.ts'
import { shippingAddress } from '../shared/users.ts'
import { adjustmentKinds } from './adjustments.ts'
import { MOST_CODES } from './discounts.ts'
import { enteredCode, giftRecipient } from './gift-cards.ts'
import { orderStatuses } from './order-status.ts'
import { taxExemptions } from './shop-taxes.ts'

const INVOICE_KINDS = ['invoice', 'credit-note'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

const orderInvoice = z.object({
  _id: objectId,
  kind: oneOf(INVOICE_KINDS),
  /** Each kind and year has a series of its own without gaps. */
  number: z.string(),
  amount: z.number(),
  issuedAt: z.iso.datetime(),
})

export const INVOICE_TITLES: Record<InvoiceKind, string> = { invoice: 'Invoice', 'credit-note': 'Credit note' }

export const invoiceCalls = {
  'GET /invoices/:id': {
    ...ownOrder,
    limit: 'payments',
    params: byId,
    response: { 200: z.unknown().describe('application/pdf') },
  },
} as const satisfies Endpoints

const notAQuantity = 'This must be a whole number.'

const words = (max: number) =>
  z.preprocess(
    typed => (typeof typed === 'string' && typed.trim() === '' ? undefined : typed),
    text({ max }).optional(),
  )
export const orderNote = words(MOST_NOTE)
export const giftText = words(MOST_GIFT_TEXT)

/** Who is billed: SPEC's clients leave all of it out. */
const company = words(120)
const taxNumber = words(30)

const codes = z.array(enteredCode, 'This must be a list of codes.').max(MOST_CODES).optional()

/** Amounts are those that the shopper saw; the server computes its own and compares. */
export const orderInput = z.object(
  {
    products: z
      .array(
        z.object(
          {
            product: objectId,
            /** Left out: the first variant in order that has enough stock. */
            variant: objectId.optional(),
            /** The options that the shopper saw; the order is refused when the variant has others by now. */
            options: z.record(exactText(), exactText()).optional(),
            price: number().optional(),
            savedAmount: number().optional(),
            quantity: number({ min: 1, max: 1_000_000 }).pipe(z.number().int(notAQuantity)),
            gift: giftRecipient.optional(),
          },
          notAnObject,
        ),
        'At least one product is required to place an order.',
      )
      .min(1, 'At least one product is required to place an order.')
      .max(200, 'An order holds 200 lines at the most.'),
    subTotal: number().optional(),
    savedAmount: number().optional(),
    shippingAmount: number().optional(),
    taxAmount: number().optional(),
    totalAmount: number().optional(),
    /** What the gift cards among the codes leave to pay. */
    amountToPay: number().optional(),
    /** The currency of the amounts that the shopper saw; a currency other than the shop's counts as a changed price. */
    currency: exactText().optional(),
    deliveryMethod: exactText().optional(),
    codes,
    /** Left out: the order waits for an online payment. An offline way confirms it at once. */
    gateway: oneOf(waysToPay).optional(),
    /** SPEC's clients send it; a new order is pending. */
    status: oneOf(orderStatuses).optional(),
    shippingAddress: addressBody,
    note: orderNote.optional(),
    /** Goes into the parcel. */
    giftText: giftText.optional(),
    billingAddress: addressBody.optional(),
    company: company.optional(),
    taxNumber: taxNumber.optional(),
  },
  notAnObject,
)
export type OrderInput = z.output<typeof orderInput>

const amounts = {
  subTotal: z.number(),
  savedAmount: z.number(),
  shippingAmount: z.number(),
  taxAmount: z.number(),
  totalAmount: z.number(),
}

/** What explains an amount of an order, which is the sum of such rows and of lines. */
const adjustment = z.object({
  kind: oneOf(adjustmentKinds),
  label: z.string(),
  amount: z.number(),
  /** The position of the line that it changes; null: the whole order. */
  line: z.number().nullable(),
  /** The discount or the class of a tax that it comes from; null: the shop's own rule, the default class. */
  source: z.string().nullable(),
  /** Of a tax, with the net amount that it is of. */
  percent: z.number().nullable(),
  taxable: z.number().nullable(),
})

const orderHead = z.object({
  _id: objectId,
  number: z.string().nullable(),
  user: objectId,
  createdAt: z.iso.datetime(),
  status: oneOf(orderStatuses),
  ...amounts,
  giftCardAmount: z.number(),
  amountToPay: z.number(),
  currency: z.string(),
  taxIncluded: z.boolean(),
  taxPercent: z.number(),
  shippingAddress,
})
const pricedLine = z.object({ price: z.number(), savedAmount: z.number(), quantity: z.number(), variant: objectId })
const orderLine = pricedLine.extend({ sku: z.string().nullable(), options: z.record(z.string(), z.string()) })

export const orderSummary = orderHead.extend({
  payment: objectId.nullable(),
  products: z.array(orderLine.extend({ product: objectId })),
})
export type OrderSummary = z.output<typeof orderSummary>

export const ownOrderSummary = orderSummary.extend({
  products: z.array(orderLine.extend({ product: objectId, name: z.string(), thumbnail: media.nullable() })),
})
export type OwnOrderSummary = z.output<typeof ownOrderSummary>

/** How an order is to be paid that was confirmed before its payment. */
const payLater = z.object({
  way: oneOf(offlineWays),
  isTest: z.boolean(),
  due: z.number(),
  received: z.number(),
  until: z.iso.datetime().nullable(),
  reference: z.string(),
  rows: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The text of a QR code that apps of banks, or of UPI, read. */
  qr: z.object({ app: z.enum(['bank', 'upi']), text: z.string() }).nullable(),
})
export type PayLater = z.output<typeof payLater>

/** Said instead of how to transfer money: the account may be the real one. */
export const NO_TRANSFER = 'This is a test: please do not transfer anything.'

const orderRefund = z.object({
  _id: objectId,
  amount: z.number(),
  state: oneOf(refundStates),
  createdAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
})

/** How an order was paid by a card; the code is never shown again. */
const giftCardPayment = z.object({
  _id: objectId,
  lastFour: z.string(),
  amount: z.number(),
  amountRefunded: z.number(),
  expiresAt: z.iso.datetime().nullable(),
  /** Why money that is refunded to this card cannot be spent; null when it can. */
  refusal: z.string().nullable(),
})

/** Names and pictures are those of the time of purchase. */
export const order = orderHead.extend({
  payment: z
    .object({
      _id: objectId,
      status: oneOf(paymentStatuses),
      paymentGateway: oneOf(waysToPay),
      transactionId: z.string(),
      amount: z.number(),
      disputed: z.boolean(),
    })
    .nullable(),
  note: z.string().optional(),
  giftText: z.string().optional(),
  arrives: z.object({ from: z.iso.date().nullable(), to: z.iso.date().nullable() }).optional(),
  billingAddress: shippingAddress.nullable(),
  company: z.string().nullable(),
  taxNumber: z.string().nullable(),
  taxExemption: oneOf(taxExemptions).nullable(),
  /** Discounts, shipping, fee and tax; the amounts above are sums of lines and these rows. */
  adjustments: z.array(adjustment),
  giftCards: z.array(giftCardPayment),
  /** Sum of all captures for this order, whether or not they count as its payment. */
  amountPaid: z.number(),
  amountRefunded: z.number(),
  refunds: z.array(orderRefund),
  invoices: z.array(orderInvoice),
  history: z.array(z.object({ status: oneOf(orderStatuses), at: z.iso.datetime() })),
  products: z.array(
    orderLine.extend({
      product: z.object({ _id: objectId, name: z.string(), thumbnail: media.nullable() }),
      gifts: z
        .array(z.object({ quantity: z.number(), email: z.string().optional(), message: z.string().optional() }))
        .optional(),
      taxClass: z.string().nullable(),
      hsnCode: z.string().nullable(),
    }),
  ),
  expiresAt: z.iso.datetime().nullable(),
  /** The system cancelled it because it was not paid in time. */
  isExpired: z.boolean(),
  /** A payment was still pending when the order expired, and was refused then. */
  isPaymentRefused: z.boolean(),
  /** Left out unless money is due that no provider takes. */
  payLater: payLater.optional(),
  /** The address to which its emails go, for the guest who placed it. */
  guestEmail: z.string().optional(),
})
export type Order = z.output<typeof order>

export const unpaidOrder = order.pick({
  _id: true,
  number: true,
  createdAt: true,
  totalAmount: true,
  amountToPay: true,
  currency: true,
  expiresAt: true,
})
export type UnpaidOrder = z.output<typeof unpaidOrder>

/** A 409 on placing an order answers the current prices and totals in `data`. */
export const quote = z.object({
  products: z.array(
    pricedLine.extend({
      product: objectId,
      name: z.string(),
      options: z.record(z.string(), z.string()),
      available: z.number(),
      isActive: z.boolean(),
    }),
  ),
  ...amounts,
  giftCardAmount: z.number(),
  amountToPay: z.number(),
  currency: z.string(),
  taxIncluded: z.boolean(),
  /** What free delivery depends on: items but gift cards, after their discounts. */
  goodsAmount: z.number(),
  deliveryMethods: z.array(
    z.object({
      name: z.string(),
      amount: z.number(),
      minDays: z.number().nullable(),
      maxDays: z.number().nullable(),
      /** Discounts that count now, and not with this one: another is better there. */
      without: z.array(z.string()).optional(),
    }),
  ),
})
export type Quote = z.output<typeof quote>

export const quoteInput = z.object(
  {
    products: orderInput.shape.products,
    /** Left out: the rules for an address that is not known yet. */
    place: z
      .object({ country: exactText(), state: exactText().optional(), pinCode: exactText().optional() }, notAnObject)
      .optional(),
    deliveryMethod: orderInput.shape.deliveryMethod,
    codes,
    gateway: orderInput.shape.gateway,
    company: company.optional(),
    taxNumber: taxNumber.optional(),
    /** Left out: the country of the place. */
    billingCountry: exactText().optional(),
    /** Of a guest, whose earlier orders count for what a discount is limited to. */
    email: email.optional(),
  },
  notAnObject,
)
export type QuoteInput = z.output<typeof quoteInput>

export const cartQuote = quote.extend({
  adjustments: z.array(adjustment),
  /** The gift cards among the codes; `amount` is what each pays. */
  giftCards: z.array(
    z.object({
      code: z.string(),
      lastFour: z.string(),
      balance: z.number(),
      amount: z.number(),
      refusal: z.string().nullable(),
    }),
  ),
  /** What was applied, and why a code was not. */
  discounts: z.array(
    z.object({
      code: z.string().nullable(),
      source: z.string().nullable(),
      label: z.string(),
      amount: z.number(),
      refusal: z.string().nullable(),
    }),
  ),
})
export type CartQuote = z.output<typeof cartQuote>

const shopTerms = z.object({
  /** An unpaid order reserves its stock for so many seconds. */
  orderSeconds: z.number(),
  orderUnits: z.number().nullable(),
})

export const orderCalls = {
  'POST /orders': {
    access: 'signed in',
    headers: idempotencyHeaders,
    body: orderInput,
    response: { 201: envelope(order) },
  },
  /** Prices a cart as an order would be, and reserves nothing. */
  'POST /quotes': {
    access: 'everyone',
    limit: 'searches',
    body: quoteInput,
    response: { 200: envelope(cartQuote) },
  },
  'GET /orders/current-user': {
    ...ownAccount,
    querystring: listQuery({ size: 100 }),
    response: { 200: pageOf(ownOrderSummary) },
  },
  /** Cart and checkout offer to pay or to cancel these. */
  'GET /orders/current-user/unpaid': { ...ownAccount, response: { 200: envelope(z.array(unpaidOrder)) } },
  'GET /orders/current-user/named': {
    ...ownAccount,
    querystring: z.object({ name: exactText().trim().min(1).max(40) }),
    response: { 200: envelope(z.array(order.pick({ _id: true, number: true }))) },
  },
  'GET /orders/current-user/:id': { ...ownOrder, params: byId, response: { 200: envelope(order) } },
  'GET /shop/terms': { access: 'everyone', response: { 200: envelope(shopTerms) } },
} as const satisfies Endpoints
