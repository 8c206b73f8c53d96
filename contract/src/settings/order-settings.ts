import { z } from 'zod'
import { LOW_STOCK } from '../shared/constants.ts'
import * as fields from '../shared/fields.ts'
import { choice, describeSettings, flag, optional, textType, whole } from './setting-types.ts'

const prefix = fields
  .line({ max: 12 })
  .pipe(z.string().regex(/^[\w./#-]+$/, 'This takes letters, digits and . _ - / # alone.'))

/** A prefix that ends with a digit repeats numbers: 'Z1' with 1 is 'Z' with 11. */
const orderPrefix = textType(
  'text',
  prefix.refine(
    prefix => !/\d$/.test(prefix),
    'This cannot end with a digit, or two orders could have the same number. Add a sign, such as -.',
  ),
)

/** Credit notes have a C after the prefix, test money TEST- before it: two invoices must not get one number. */
const invoicePrefix = textType(
  'text',
  prefix.refine(
    prefix => !/C$/i.test(prefix) && !/^TEST-/i.test(prefix),
    'This cannot end with C, as credit notes begin, or begin with TEST-, as those of test money do.',
  ),
)

export const ORDER_SETTINGS = describeSettings({
  guests: {
    card: 'Checkout',
    type: flag,
    default: true,
    isPublic: true,
    label: 'Order as a guest',
    hint: 'Shoppers order with an email address, without an account. Switched off, they log in or register first.',
  },
  /** Minutes for which an unpaid order holds its stock; null: ORDER_TTL_SECONDS of the environment. */
  unpaidMinutes: {
    card: 'Unpaid orders and limits',
    type: optional(whole(1, 7 * 24 * 60)),
    label: 'Unpaid orders',
    hint: 'So many minutes an order waits for its payment; then its products are for sale again. Empty: as the server is set.',
  },
  lowStock: {
    card: 'Unpaid orders and limits',
    type: whole(0, 1000),
    default: LOW_STOCK,
    isPublic: true,
    label: 'Low stock',
    hint: 'Shoppers read “Only 3 left” from this number on.',
  },
  highestQuantity: {
    card: 'Unpaid orders and limits',
    type: optional(whole(1, 1000)),
    label: 'Highest quantity',
    hint: 'An order holds so many units of one product at the most. Empty: as the server is set.',
  },
  reminderHours: {
    card: 'Reminders',
    type: optional(whole(1, 168)),
    label: 'Remind after',
    hint: 'So many hours after customers with a confirmed address left a cart or an order unpaid, they get one email. Empty: none.',
  },
  reminderConsent: {
    card: 'Reminders',
    type: flag,
    default: true,
    label: 'Ask for consent',
    hint: 'Only customers who have switched reminders on in their account get them, as the law of many countries asks. Without, all do until they say no.',
  },
  numberPrefix: {
    card: 'Order numbers',
    type: optional(orderPrefix),
    label: 'Prefix',
    hint: 'Before the number of each order: with “M-”, order M-1001.',
  },
  firstNumber: {
    card: 'Order numbers',
    type: optional(whole(1, 1_000_000_000)),
    label: 'First number',
    hint: 'The next order gets this number, those after it the ones that follow; a number in use is not given again. Empty: orders are called by the end of their id.',
  },
  invoicePrefix: {
    card: 'Invoices',
    type: optional(invoicePrefix),
    label: 'Prefix of invoices',
    hint: 'With “R-”, invoice R-2026-0001 and credit note R-C2026-0001. Numbers go on in a series of each year, which has no gap.',
  },
  attachInvoices: {
    card: 'Invoices',
    type: flag,
    default: false,
    label: 'Send invoices by email',
    hint: 'As PDF with the emails about a payment and a refund. Without, customers find them at their order.',
  },
  returnDays: {
    card: 'Returns',
    type: optional(whole(1, 365)),
    isPublic: true,
    label: 'Return window',
    hint: 'In the terms: days after the delivery in which a product can be sent back; left out when empty.',
  },
  reviewPolicy: {
    card: 'Reviews',
    type: choice({ 'at-once': 'At once', approved: 'After approval' }),
    default: 'at-once',
    label: 'Reviews are shown',
    hint: 'After approval, new and edited reviews wait in Reviews; those that are shown stay.',
  },
  reviewers: {
    card: 'Reviews',
    type: choice({ everyone: 'Everybody who is signed in', buyers: 'Buyers of the product' }),
    default: 'everyone',
    label: 'Who writes reviews',
    hint: 'Everybody who is signed in, or those alone who have bought the product.',
  },
})
