import { z } from 'zod'
import { isOffline, waysToPay } from '../payments/payments.ts'
import * as fields from '../shared/fields.ts'
import { CURRENCIES } from './currencies.ts'
import {
  country,
  describeSettings,
  flag,
  line,
  optional,
  orNone,
  settingType,
  textType,
  whole,
} from './setting-types.ts'

const amountRule = fields.typedAmount(fields.number({ min: 0, max: 10_000_000 }))
const amount = settingType({ input: 'number', shape: z.number(), rule: amountRule })

/** Empty lists and bounds stand for all. Amounts are totals of orders, in decimal. */
const offerShape = z.object({
  isOn: z.boolean(),
  countries: z.array(z.string()),
  currencies: z.array(z.string()),
  from: z.number().nullable(),
  to: z.number().nullable(),
})
export type Offer = z.output<typeof offerShape>

const wayShape = offerShape.extend({ way: z.enum(waysToPay) })

/** ISO 13616: the country and its check digits go to the end, letters count from 10, and the rest of 97 is 1. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

const currencyCode = z
  .string()
  .trim()
  .toUpperCase()
  .refine(code => CURRENCIES.includes(code), 'This is not a currency, such as EUR.')

const codes = <Rule extends z.ZodType<string>>(rule: Rule, what: string) =>
  z
    .array(rule, `This must be a list of ${what}.`)
    .max(300)
    .transform(all => [...new Set(all)])

const wayRule = z
  .object(
    {
      isOn: fields.flag,
      countries: codes(country, 'countries'),
      currencies: codes(currencyCode, 'currencies'),
      from: orNone(amountRule),
      to: orNone(amountRule),
      way: fields.oneOf(waysToPay),
    },
    fields.notAnObject,
  )
  .refine(({ from, to }) => (from ?? 0) <= (to ?? Number.POSITIVE_INFINITY), {
    message: 'This must be as high as the lowest amount.',
    path: ['to'],
  })

const OFF = { isOn: false, countries: [], currencies: [], from: null, to: null }
const DEFAULT_WAYS = waysToPay.map(way => ({ ...OFF, isOn: !isOffline(way), way }))

const ways = settingType({
  input: 'ways',
  shape: z.array(wayShape),
  rule: z
    .array(wayRule, 'This must be a list of ways to pay.')
    .refine(all => new Set(all.map(({ way }) => way)).size === all.length, 'A way to pay is named twice.')
    .transform(all => [
      ...all,
      ...DEFAULT_WAYS.filter(({ way }) => all.every(known => known.way !== way)).map(known => ({ ...known, ...OFF })),
    ]),
})

const compact = (typed: unknown) => (typeof typed === 'string' ? typed.replace(/\s+/g, '').toUpperCase() : typed)
const code = (pattern: RegExp, message: string) =>
  optional(textType('text', z.preprocess(compact, z.string(message).regex(pattern, message))))

/** A transfer goes to this account. */
const account = { card: 'Bank transfer', needsProof: true } as const

export const PAYMENT_SETTINGS = describeSettings({
  ways: {
    card: 'Ways to pay',
    type: ways,
    default: DEFAULT_WAYS,
    label: 'Offered at checkout',
    hint: 'Which ways customers may choose, by the country of the delivery, the currency and the total of the order.',
  },
  express: {
    card: 'Ways to pay',
    type: flag,
    default: true,
    label: 'Express buttons',
    hint: 'On product page and cart, where a way to pay has one: the buyer agrees there first, and it tells the address.',
  },
  accountHolder: {
    ...account,
    type: optional(line({ max: 70 })),
    label: 'Account holder',
    hint: 'As the bank writes it; a transfer needs it. Customers see it with the order, in its email and on its invoice.',
  },
  bankName: {
    ...account,
    type: optional(line({ max: 70 })),
    label: 'Bank',
    hint: 'Its name, if customers need it.',
  },
  iban: {
    ...account,
    type: optional(
      textType(
        'text',
        z.preprocess(
          compact,
          z.string('This is not an IBAN.').refine(isIban, 'This IBAN has a wrong digit or is too short.'),
        ),
      ),
    ),
    label: 'IBAN',
    hint: 'In euros, customers also get a QR code that their banking app reads.',
  },
  bic: {
    ...account,
    type: code(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'This is not a BIC, which has 8 or 11 letters and digits.'),
    label: 'BIC',
    hint: 'Of the bank, for transfers from outside of its country.',
  },
  accountNumber: {
    ...account,
    type: code(/^[A-Z0-9-]{4,34}$/, 'This is not an account number.'),
    label: 'Account number',
    hint: 'Where banks use no IBAN, as in India.',
  },
  ifsc: {
    ...account,
    type: code(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'This is not an IFSC code, such as SBIN0001234.'),
    label: 'IFSC code',
    hint: 'Of the branch, for accounts in India.',
  },
  upiId: {
    ...account,
    type: optional(
      textType(
        'text',
        fields
          .line({ max: 100 })
          .pipe(z.string().regex(/^[\w.-]{2,}@[a-zA-Z][a-zA-Z0-9]+$/, 'This is not a UPI ID, such as shop@bank.')),
      ),
    ),
    label: 'UPI ID',
    hint: 'In rupees, customers also get a QR code that UPI apps read.',
  },
  remindDays: {
    card: 'Bank transfer',
    type: optional(whole(1, 90)),
    default: 5,
    label: 'Reminder',
    hint: 'So many days after the order the customer is reminded once, while money is due. Empty: no reminder.',
  },
  cancelDays: {
    card: 'Bank transfer',
    type: optional(whole(1, 365)),
    default: 14,
    label: 'Cancelled after',
    hint: 'So many days after the order it is cancelled and its products are for sale again, if nothing arrived and it was not sent. Empty: never.',
  },
  deliveryFee: {
    card: 'Pay on delivery',
    type: amount,
    default: 0,
    label: 'Fee',
    hint: 'Added to the order where it is paid on delivery, in the currency of the shop.',
  },
})
