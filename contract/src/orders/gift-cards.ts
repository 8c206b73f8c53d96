import { z } from 'zod'
import { LINK, NO_LINK, STAFF_PAGE_CAP } from '../shared/constants.ts'
import { byId, done, type Endpoints, envelope, idempotencyHeaders, pageOf } from '../shared/endpoint.ts'
import {
  calendarDay,
  email,
  flag,
  line,
  notAnObject,
  number,
  objectId,
  oneOf,
  storable,
  text,
  typedAmount,
} from '../shared/fields.ts'
import { toCents } from '../shared/money.ts'
import { listQuery } from '../shared/paging.ts'
import { knownPerson } from '../shared/users.ts'
import { LONGEST_TYPED_CODE } from './discounts.ts'

export const HIGHEST_GIFT_CARD = 10_000
const LONGEST_MESSAGE = 500

const blankAsNone = <Rule extends z.ZodType>(rule: Rule) =>
  z.preprocess(
    value => (typeof value === 'string' && value.trim() === '' ? undefined : (value ?? undefined)),
    rule.optional(),
  )

/** For whom a gift card is; without an address its buyer gets the email. */
export const giftRecipient = z.object(
  {
    email: blankAsNone(email),
    message: blankAsNone(text({ max: LONGEST_MESSAGE }).refine(message => !LINK.test(message), NO_LINK)),
  },
  notAnObject,
)

export const giftCardReasons = ['issue', 'order', 'release', 'refund', 'take-back', 'adjust', 'expire'] as const
export type GiftCardReason = (typeof giftCardReasons)[number]

const staffGiftCard = z.object({
  _id: objectId,
  /** Null until its email has been written. */
  lastFour: z.string().nullable(),
  initialAmount: z.number(),
  balance: z.number(),
  currency: z.string(),
  expiresAt: z.iso.datetime().nullable(),
  isExpired: z.boolean(),
  isActive: z.boolean(),
  /** Why a card that is active pays nothing for now. */
  hold: z.string().nullable(),
  recipient: z.string().nullable(),
  order: z.object({ _id: objectId, number: z.string().nullable() }).nullable(),
  createdAt: z.iso.datetime(),
})
export type StaffGiftCard = z.output<typeof staffGiftCard>

const fullGiftCard = staffGiftCard.extend({
  message: z.string().nullable(),
  madeBy: knownPerson.nullable(),
  ledger: z.array(
    z.object({
      id: z.number(),
      reason: oneOf(giftCardReasons),
      amount: z.number(),
      order: z.object({ _id: objectId, number: z.string().nullable() }).nullable(),
      by: knownPerson.nullable(),
      note: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
})
export type FullGiftCard = z.output<typeof fullGiftCard>

/** A day of the shop's calendar: the card can be used until it ends. */
const expiryDay = blankAsNone(calendarDay('This is not a day.'))

export const giftCardInput = z.object(
  {
    amount: typedAmount(number({ min: 0.01, max: HIGHEST_GIFT_CARD })),
    recipient: email,
    message: giftRecipient.shape.message,
    expiresOn: expiryDay,
  },
  notAnObject,
)

export const giftCardAdjustment = z.object(
  {
    amount: typedAmount(
      number({ min: -HIGHEST_GIFT_CARD, max: HIGHEST_GIFT_CARD }).refine(
        amount => typeof amount === 'number' && toCents(amount) !== 0,
        'This cannot be 0.',
      ),
    ),
    note: line({ max: 200 }),
  },
  notAnObject,
)

export const giftCardEmailInput = z.object({ recipient: giftRecipient.shape.email }, notAnObject)

const balance = z.object({
  lastFour: z.string(),
  balance: z.number(),
  currency: z.string(),
  expiresAt: z.iso.datetime().nullable(),
  isExpired: z.boolean(),
  isActive: z.boolean(),
  /** Why it cannot pay now. */
  refusal: z.string().nullable(),
})
export type GiftCardBalance = z.output<typeof balance>

const staffAnswer = { 200: envelope(fullGiftCard) }

/** Of a discount or a gift card. What it is copied from may put invisible marks around it. */
export const enteredCode = z
  .string('This must be a code.')
  .transform(storable)
  .pipe(z.string().max(LONGEST_TYPED_CODE, 'This code is too long.'))

export const giftCardCalls = {
  /** Guesses are limited by address. */
  'POST /gift-cards/balance': {
    access: 'everyone',
    body: z.object({ code: enteredCode }, notAnObject),
    response: { 200: envelope(balance) },
  },
  'GET /gift-cards': {
    access: 'admin',
    querystring: listQuery({ cap: STAFF_PAGE_CAP }).extend({ only: oneOf(['open']).optional().catch(undefined) }),
    response: { 200: pageOf(staffGiftCard) },
  },
  'GET /gift-cards/liability': {
    access: 'admin',
    response: {
      200: envelope(
        z.object({ cards: z.number(), amounts: z.array(z.object({ amount: z.number(), currency: z.string() })) }),
      ),
    },
  },
  /** The code is in the email to the recipient alone. */
  'POST /gift-cards': {
    access: 'admin',
    headers: idempotencyHeaders,
    body: giftCardInput,
    response: { 201: envelope(fullGiftCard) },
  },
  'GET /gift-cards/:id': { access: 'admin', params: byId, response: staffAnswer },
  'POST /gift-cards/:id/adjustments': {
    access: 'admin',
    headers: idempotencyHeaders,
    params: byId,
    body: giftCardAdjustment,
    response: staffAnswer,
  },
  'PATCH /gift-cards/:id': {
    access: 'admin',
    params: byId,
    body: z.object({ isActive: flag }, notAnObject),
    response: staffAnswer,
  },
  'POST /gift-cards/:id/emails': {
    access: 'admin',
    params: byId,
    body: giftCardEmailInput.nullish(),
    response: done,
  },
} as const satisfies Endpoints
