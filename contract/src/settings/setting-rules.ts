import { z } from 'zod'
import { COUNTRIES } from '../shared/countries.ts'
import {
  email,
  flag,
  isBlank,
  line,
  notAnObject,
  number,
  objectId,
  oneOf,
  text,
  whole,
  withHash,
} from '../shared/fields.ts'
import { decimalsOf, fromCents, toCents } from '../shared/money.ts'
import { stateKey } from '../shared/states.ts'
import { accentContrast, nearestAccent } from './accent.ts'
import { CURRENCIES } from './currencies.ts'
import {
  homeSections,
  homeSources,
  MENU_ENTRIES,
  type MenuEntry,
  REVIEW_POLICIES,
  REVIEWERS,
  TAX_ROUNDINGS,
} from './settings.ts'

const count = (min: number, max: number) => number({ min, max }).pipe(whole)
const orNone = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(value => (isBlank(typeof value === 'string' ? value.trim() : value) ? null : value), schema.nullable())

const notATimeZone = 'This is not a time zone, such as Europe/Berlin.'
/** A place or UTC: differences such as +02:00 mean the opposite in PostgreSQL. */
const timeZone = z
  .string(notATimeZone)
  .trim()
  .regex(/^(UTC|[A-Z]\w+(\/[A-Z][\w+-]*)+)$/, notATimeZone)
  .refine(isKnownZone, notATimeZone)

function isKnownZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const phone = line({ max: 30 }).pipe(z.string().regex(/^\+?[\d ().-]{5,}$/, 'This is not a phone number.'))

const notAnAddress = 'This must be an address that begins with https://.'
/** 'https:name' would be relative to the page, and text before an @ would hide the host. */
const webAddress = line({ message: notAnAddress, max: 300 }).pipe(
  z
    .url({ protocol: /^https$/, hostname: z.regexes.domain, error: notAnAddress })
    .regex(/^https:\/\/[^\s@]+$/i, notAnAddress),
)

const notALink = 'This must be a path of the shop, such as /sale, or an address that begins with https://.'
const isPath = (text: string) => /^\/(?![/\\])[^\s\\]*$/.test(text)
/** No union of both: a form shows what its first member says. */
const link = line({ max: 300 }).refine(text => isPath(text) || webAddress.safeParse(text).success, notALink)

const LEAST_CONTRAST = 4.5

const accent = z
  .string('This must be a colour such as #7a1f2d.')
  .trim()
  .transform(withHash)
  .pipe(z.string().regex(/^#[0-9a-f]{6}$/, 'This must be a colour such as #7a1f2d.'))
  .superRefine((colour, { addIssue }) => {
    const contrast = accentContrast(colour)
    if (contrast >= LEAST_CONTRAST) return
    const nearest = nearestAccent(colour, LEAST_CONTRAST)
    addIssue(
      `The text on it has a contrast of ${contrast.toFixed(1)} : 1 and needs ${LEAST_CONTRAST}. The nearest colour that has it is ${nearest}.`,
    )
  })

const isUnique = (list: readonly { section: string }[]) => {
  const named = list.map(({ section }) => section).filter(section => section !== 'products')
  return new Set(named).size === named.length
}

export const MOST_CHOSEN = 24
const MOST_SECTIONS = 12

const homeSection = z
  .object(
    {
      section: oneOf(homeSections),
      title: orNone(line({ max: 60 })),
      isShown: flag,
      source: orNone(oneOf(homeSources)),
      of: orNone(objectId),
      products: z.preprocess(
        products => products ?? [],
        z
          .array(objectId, 'This must be a list of products.')
          .max(MOST_CHOSEN, `This takes ${MOST_CHOSEN} products at the most.`),
      ),
    },
    notAnObject,
  )
  .superRefine(({ section, source, of, products }, { addIssue }) => {
    const refuse = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    if (section === 'products' && source === null) refuse('source', 'Choose where its products come from.')
    if ((source === 'category' || source === 'collection') && of === null) refuse('of', `Choose a ${source}.`)
    if (source === 'chosen' && products.length === 0) refuse('products', 'Choose a product.')
  })

const NEEDS: Partial<Record<MenuEntry['kind'], ['label' | 'of' | 'to', string][]>> = {
  page: [['of', 'Choose a page.']],
  category: [['of', 'Choose a category.']],
  link: [
    ['label', 'This is required.'],
    ['to', 'This is required.'],
  ],
  heading: [['label', 'This is required.']],
}

/** A label cannot be '*' or '@', which stand for parts of the shop in ShopInfo. */
const menuLabel = orNone(line({ max: 40 }).refine(label => !['*', '@'].includes(label), 'This needs letters.'))
const menuEntry = z
  .object({ kind: oneOf(MENU_ENTRIES), label: menuLabel, of: orNone(objectId), to: orNone(link) }, notAnObject)
  .superRefine((entry, { addIssue }) => {
    for (const [field, message] of NEEDS[entry.kind] ?? [])
      if (entry[field] === null) addIssue({ code: 'custom', path: [field], message })
  })
const menu = z.array(menuEntry, 'This must be a list of entries.').max(30, 'This takes 30 entries at the most.')
const isOfHeader = ({ kind }: { kind: MenuEntry['kind'] }) => kind !== 'heading' && kind !== 'contact'

/** Pixels beside the categories at a width of 1024, and about what a label takes. */
const HEADER_ROOM = 320
const widthOf = ({ kind, label }: { kind: MenuEntry['kind']; label: string | null }) =>
  kind === 'categories' ? 0 : 24 + (label?.length ?? 10) * 8.2

const MOST_LINES = 500
const notSynonyms = 'Each line needs two words or more, with commas between them, such as “sofa, couch, settee”.'
const synonyms = line({ max: 300 }).refine(line => {
  const words = line.split(',').map(word => word.trim())
  return words.length > 1 && words.every(word => /^[^\s]*[\p{L}\p{N}][^\s]*$/u.test(word))
}, notSynonyms)

const notACountry = 'This is not a code of a country, such as IN.'
const currency = z
  .string('This is not a currency, such as EUR.')
  .trim()
  .toUpperCase()
  .refine(code => CURRENCIES.includes(code), 'This is not a currency, such as EUR.')
  .refine(code => decimalsOf(code) === 2, 'The shop counts hundredths, which this currency does not have.')

const country = z
  .string(notACountry)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, notACountry)
const taxName = orNone(line({ max: 20 }))
const percent = number({ min: 0, max: 100 }).refine(
  percent => Math.abs(percent * 1000 - Math.round(percent * 1000)) < 1e-6,
  'This takes three decimals at the most.',
)
const notRates = 'This must be a list of rates.'

function isOncePerPlace(places: { country: string; state: string | null }[]): boolean {
  return (
    new Set(places.map(({ country, state }) => `${country} ${state === null ? '' : stateKey(state)}`)).size ===
    places.length
  )
}

function haveNames(entries: { name: string }[]): boolean {
  return new Set(entries.map(({ name }) => name)).size === entries.length
}

function areAscending(steps: { from: number }[]): boolean {
  return steps.every(({ from }, i) => from > (steps[i - 1]?.from ?? 0))
}

const amount = number({ min: 0, max: 1_000_000 }).refine(
  amount => amount === fromCents(toCents(amount)),
  'This takes two decimals at the most.',
)
const days = orNone(count(0, 365))
const steps = z
  .array(z.object({ from: amount, price: amount }, notAnObject), 'This must be a list of steps.')
  .max(20, 'This takes 20 steps at the most.')
  .refine(areAscending, 'Each step must begin above the one before it.')
const method = z
  .object(
    {
      name: line({ max: 40 }),
      price: amount,
      steps: z.preprocess(steps => steps ?? [], steps),
      stepsByWeight: flag.optional(),
      freeAbove: orNone(amount),
      ...{ minDays: days, maxDays: days },
    },
    notAnObject,
  )
  .refine(({ minDays, maxDays }) => (minDays ?? 0) <= (maxDays ?? Number.POSITIVE_INFINITY), {
    message: 'The delivery cannot take fewer days at the most than at the least.',
    path: ['maxDays'],
  })
const zone = z.object(
  {
    name: line({ max: 40 }),
    places: z
      .array(z.object({ country, state: orNone(line({ max: 60 })) }, notAnObject), 'This must be a list of places.')
      .max(300, 'This takes 300 places at the most.'),
    methods: z
      .array(method, 'This must be a list of methods.')
      .min(1, 'A zone needs a method.')
      .max(8, 'This takes 8 methods at the most.')
      .refine(haveNames, 'Two methods have the same name.'),
  },
  notAnObject,
)

const orderPrefix = line({ max: 12 }).pipe(
  z.string().regex(/^[\w./#-]+$/, 'This takes letters, digits and . _ - / # alone.'),
)

/** A prefix that ends with a digit repeats numbers: 'Z1' with 1 is 'Z' with 11. */
const numberPrefix = orderPrefix.refine(
  prefix => !/\d$/.test(prefix),
  'This cannot end with a digit, or two orders could have the same number. Add a sign, such as -.',
)

/** Credit notes have a C after the prefix, test money TEST- before it: two invoices must not get one number. */
const invoicePrefix = orderPrefix.refine(
  prefix => !/C$/i.test(prefix) && !/^TEST-/i.test(prefix),
  'This cannot end with C, as credit notes begin, or begin with TEST-, as those of test money do.',
)

/** A stored value that is not valid any more is replaced by the default. */
export const settingRules = {
  shop: z.object({
    name: line({ message: 'Name is not acceptable.', max: 40 }),
    tagline: line({ max: 120 }),
    description: line({ max: 300 }),
    email,
    phone: orNone(phone),
    address: z
      .array(line({ max: 80 }), 'This must be a list of lines.')
      .min(1, 'This is required.')
      .max(4, 'This takes 4 lines at the most.'),
    town: orNone(line({ max: 40 })),
    registration: orNone(line({ max: 60 })),
    taxNumber: orNone(line({ max: 60 })),
    timeZone,
    socialLinks: z
      .array(z.object({ name: line({ max: 30 }), url: webAddress }, notAnObject), 'This must be a list of links.')
      .max(8, 'This takes 8 links at the most.'),
    isOpen: flag,
    closedMessage: orNone(text({ max: 500 })),
  }),
  look: z.object({
    accent,
    logo: orNone(objectId),
    logoOnDark: orNone(objectId),
    keepsLight: flag,
    icon: orNone(objectId),
    announcementIsShown: flag,
    announcement: orNone(line({ max: 160 })),
    announcementLink: orNone(link),
    heroEyebrow: orNone(line({ max: 40 })),
    heroTitle: line({ max: 60 }),
    heroText: line({ max: 200 }),
    heroAction: line({ max: 40 }),
    heroLink: link,
    heroPicture: orNone(objectId),
    heroPictureOnPhones: orNone(objectId),
    homeSections: z
      .array(homeSection, 'This must be a list of sections.')
      .max(MOST_SECTIONS, `This takes ${MOST_SECTIONS} sections at the most.`)
      .refine(isUnique, 'A section can be there once.'),
  }),
  menus: z.object({
    header: menu
      .refine(entries => entries.every(isOfHeader), 'Headings and contact details are for the footer.')
      .refine(
        entries => entries.reduce((width, entry) => width + widthOf(entry), 0) <= HEADER_ROOM,
        'The header has no room for all of these. Use fewer or shorter labels.',
      ),
    footer: menu
      .refine(([first]) => !first || first.kind === 'heading', 'The footer begins with a heading.')
      .refine(
        entries => entries.filter(({ kind }) => kind === 'heading').length <= 3,
        'The footer has room for three headings.',
      ),
  }),
  money: z.object({
    currency,
    taxIncluded: flag,
    taxName,
    taxPercent: percent,
    taxRates: z
      .array(z.object({ country, state: orNone(line({ max: 60 })), name: taxName, percent }, notAnObject), notRates)
      .max(200, 'This takes 200 rates at the most.')
      .refine(isOncePerPlace, 'A country or a state has two rates.'),
    taxOnShipping: flag,
    taxRounding: oneOf(TAX_ROUNDINGS),
  }),
  delivery: z.object({
    zones: z
      .array(zone, 'This must be a list of zones.')
      .min(1, 'The shop needs a zone.')
      .max(30, 'This takes 30 zones at the most.')
      .refine(zones => isOncePerPlace(zones.flatMap(({ places }) => places)), 'A country or a state is in two zones.')
      .refine(zones => zones.filter(({ places }) => places.length === 0).length < 2, 'Two zones are without places.'),
  }),
  orders: z.object({
    unpaidMinutes: orNone(count(1, 7 * 24 * 60)),
    lowStock: count(0, 1000),
    highestQuantity: orNone(count(1, 1000)),
    returnDays: orNone(count(1, 365)),
    numberPrefix: orNone(numberPrefix),
    firstNumber: orNone(count(1, 1_000_000_000)),
    invoicePrefix: orNone(invoicePrefix),
    attachInvoices: flag,
    reviewPolicy: oneOf(REVIEW_POLICIES),
    reviewers: oneOf(REVIEWERS),
  }),
  search: z.object({
    synonyms: z
      .array(synonyms, 'This must be a list of lines.')
      .max(MOST_LINES, `This takes ${MOST_LINES} lines at the most.`),
  }),
  countries: z.object({
    sold: z
      .array(
        country.refine(code => code in COUNTRIES, notACountry),
        'This must be a list of countries.',
      )
      .min(1, 'Choose a country.')
      .transform(codes => [...new Set(codes)]),
  }),
  security: z.object({ staffTwoFactor: flag }),
  legal: z.object({
    retentionYears: count(1, 50),
    checkoutPages: z
      .array(objectId, 'This must be a list of pages.')
      .max(5, 'This takes 5 pages at the most.')
      .transform(ids => [...new Set(ids)]),
  }),
}

const refusal = ({ code }: { code?: string | undefined }) =>
  code === 'unrecognized_keys' ? 'There is no such setting.' : notAnObject
const someOf = <Shape extends z.ZodRawShape>(group: z.ZodObject<Shape>) =>
  z.strictObject(group.partial().shape, { error: refusal }).optional()

export const settingsChange = z.strictObject(
  {
    version: count(1, Number.MAX_SAFE_INTEGER),
    shop: someOf(settingRules.shop),
    look: someOf(settingRules.look),
    menus: someOf(settingRules.menus),
    money: someOf(settingRules.money),
    delivery: someOf(settingRules.delivery),
    countries: someOf(settingRules.countries),
    orders: someOf(settingRules.orders),
    search: someOf(settingRules.search),
    legal: someOf(settingRules.legal),
    security: someOf(settingRules.security),
  },
  { error: refusal },
)
export type SettingsChange = z.output<typeof settingsChange>
