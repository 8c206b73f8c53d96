import { z } from 'zod'
import { SHOP_TIME_ZONE } from '../shared/constants.ts'
import * as fields from '../shared/fields.ts'
import { SHOP } from '../shared/shop.ts'
import {
  describeSettings,
  flag,
  line,
  lines,
  longLine,
  optional,
  settingType,
  textType,
  webAddress,
} from './setting-types.ts'

const phone = textType(
  'phone',
  fields.line({ max: 30 }).pipe(z.string().regex(/^\+?[\d ()/.-]{5,}$/, 'This is not a phone number.')),
)

const notATimeZone = 'This is not a time zone, such as Europe/Berlin.'
/** A place or UTC: differences such as +02:00 mean the opposite in PostgreSQL. */
const timeZone = textType(
  'time-zone',
  z
    .string(notATimeZone)
    .trim()
    .regex(/^(UTC|[A-Z]\w+(\/[A-Z][\w+-]*)+)$/, notATimeZone)
    .refine(isKnownZone, notATimeZone),
)

function isKnownZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const socialLinks = settingType({
  input: 'entries',
  entry: { noun: 'link', labels: { name: 'Name', url: 'Address' } },
  shape: z.array(z.object({ name: z.string(), url: z.string() })),
  rule: z
    .array(
      z.object({ name: fields.line({ max: 30 }), url: webAddress }, fields.notAnObject),
      'This must be a list of links.',
    )
    .max(8, 'This takes 8 links at the most.'),
})

export const SHOP_SETTINGS = describeSettings({
  name: {
    card: 'Name and description',
    type: line({ message: 'Name is not acceptable.', max: 40 }),
    default: SHOP.name,
    isPublic: true,
    label: 'Name',
    hint: 'In the header of every page and email, in titles and in the payment window.',
  },
  tagline: {
    card: 'Name and description',
    type: line({ max: 120 }),
    default: SHOP.tagline,
    isPublic: true,
    label: 'Tagline',
    hint: 'A short sentence after the name: on the title of the home page and in shared links.',
  },
  description: {
    card: 'Name and description',
    type: longLine({ max: 300 }),
    default: SHOP.description,
    isPublic: true,
    label: 'Description',
    hint: 'What search engines show below the title of the home page.',
  },
  email: {
    card: 'Contact',
    type: textType('email', fields.email),
    default: SHOP.email,
    isPublic: true,
    label: 'Email',
    hint: 'Where shoppers write to: in the footer, on the contact page and below every email.',
  },
  phone: {
    card: 'Contact',
    type: optional(phone),
    default: SHOP.phone,
    isPublic: true,
    label: 'Phone',
    hint: 'In the footer and on the contact page; left out when empty.',
  },
  address: {
    card: 'Contact',
    type: lines(fields.line({ max: 80 }), { max: 4, missing: 'This is required.' }),
    default: [SHOP.address.line1, SHOP.address.line2],
    isPublic: true,
    label: 'Address',
    hint: 'Line by line: in the footer, on the contact page, below emails and on printed sheets.',
  },
  town: {
    card: 'Contact',
    type: optional(line({ max: 40 })),
    default: SHOP.town,
    isPublic: true,
    label: 'Town',
    hint: 'On products after “Ships from”, and on the contact page; left out when empty.',
  },
  socialLinks: {
    card: 'Contact',
    type: socialLinks,
    default: [],
    isPublic: true,
    label: 'Social links',
    hint: 'In the footer, in this order.',
  },
  registration: {
    card: 'Company',
    type: optional(line({ max: 60 })),
    isPublic: true,
    label: 'Company registration',
    hint: 'On invoices and printed receipts, below the address, as “Registration: …”.',
  },
  taxNumber: {
    card: 'Company',
    type: optional(line({ max: 60 })),
    isPublic: true,
    label: 'Tax number',
    hint: 'On invoices and printed receipts, below the address, as “Tax number: …”. With a colon it is shown as typed.',
  },
  timeZone: {
    card: 'Company',
    type: timeZone,
    default: SHOP_TIME_ZONE,
    isPublic: true,
    label: 'Time zone',
    hint: 'Days of reports and lists begin at its midnight, and the last day for a transfer ends there.',
  },
  isOpen: {
    card: 'Open or closed',
    type: flag,
    default: true,
    label: 'The shop is open',
    hint: 'Closed, visitors see “Opening soon”, and nothing can be ordered. Staff who are signed in see the shop; orders that were placed before can be paid.',
  },
  closedMessage: {
    card: 'Open or closed',
    type: optional(textType('paragraph', fields.text({ max: 500 }))),
    label: 'Message while it is closed',
    hint: 'Below the tagline of the page “Opening soon”.',
  },
})
