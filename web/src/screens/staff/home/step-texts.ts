import { COUNTRIES, type FirstStep, formatPrice, listNames, paths, type ShopInfo, staffPaths } from '@mela/contract'
import {
  Banknote,
  CreditCard,
  DoorOpen,
  FileText,
  Globe,
  type LucideIcon,
  Mail,
  Palette,
  ShieldCheck,
  Shirt,
  Store,
  Truck,
} from 'lucide-react'

interface StepText {
  name: string
  icon: LucideIcon
  line: string
  /** What is set at present, or what is missing; it replaces the line unless it is empty. */
  factOf?: (shop: ShopInfo, missing: readonly string[]) => string
  /** Links to the forms that do the step. */
  links?: { to: string; label: string }[]
}

export const SET_UP = 'Set up'

const setUp = (to: string) => [{ to, label: SET_UP }]

export const STEP_TEXTS: Record<FirstStep, StepText> = {
  name: {
    name: 'Name',
    icon: Store,
    line: 'What the shop is called.',
    factOf: shop => `It is called ${shop.name}.`,
    links: setUp(staffPaths.settingGroup('shop')),
  },
  look: {
    name: 'Look',
    icon: Palette,
    line: 'Colour, logo and the top of the home page.',
    links: setUp(staffPaths.settingGroup('look')),
  },
  money: {
    name: 'Currency and tax',
    icon: Banknote,
    line: 'What prices are in, and which tax is on them: rates by country, and classes such as reduced.',
    factOf: shop => `In ${shop.currency}, ${taxText(shop)}.`,
    links: [
      ...setUp(staffPaths.settingGroup('money')),
      { to: staffPaths.settingField('money', 'taxPercent'), label: 'Taxes' },
    ],
  },
  countries: {
    name: 'Countries',
    icon: Globe,
    line: 'Where you sell to.',
    factOf: shop => `Sold to ${listNames(shop.countries.map(countryName), 3)}.`,
    links: setUp(staffPaths.settingGroup('countries')),
  },
  delivery: {
    name: 'Delivery',
    icon: Truck,
    line: 'Where you deliver to, and for how much.',
    factOf: deliveryText,
    links: setUp(staffPaths.settingGroup('delivery')),
  },
  product: {
    name: 'First product',
    icon: Shirt,
    line: 'One that shoppers can buy: typed in, or all of them from a file of another shop or a spreadsheet.',
    links: [
      { to: staffPaths.newProduct, label: 'Add a product' },
      { to: staffPaths.importProducts, label: 'Import a file' },
    ],
  },
  payment: {
    name: 'Ways to pay',
    icon: CreditCard,
    line: 'So that money reaches you: cards with keys of Stripe, PayPal with those of an app, bank transfer or payment on delivery. Done once a provider that takes your currency has answered, or with an account for transfers.',
    links: [
      { to: staffPaths.settingGroup('payments'), label: 'Payments in Settings' },
      { to: 'https://dashboard.stripe.com/apikeys', label: 'Keys at Stripe' },
      { to: 'https://developer.paypal.com/dashboard/applications', label: 'Apps at PayPal' },
    ],
  },
  mail: {
    name: 'Mail',
    icon: Mail,
    line: 'So that customers get their emails: ask your email provider for its SMTP address, and enter it in Settings, Shop. Until then no customer gets one.',
    factOf: (_, missing) => (missing.includes('a mail server') ? '' : MAIL_IS_SET),
    links: setUp(staffPaths.settingGroup('shop')),
  },
  pages: {
    name: 'Contact and pages',
    icon: FileText,
    line: 'Your email and address in Settings, and About, Contact, Privacy and Terms in your words.',
    factOf: ({ email, address }, missing) =>
      missing.length > 0
        ? `Still missing: ${missing.join('; ')}.`
        : `${[email, ...address].join(', ')}; and About, Contact, Privacy and Terms.`,
    links: [
      { to: staffPaths.settingField('shop', 'email'), label: 'Contact' },
      { to: staffPaths.pages, label: 'Pages' },
    ],
  },
  security: {
    name: 'Two-factor sign-in',
    icon: ShieldCheck,
    line: 'A code from your phone beside your password, which alone then opens nothing.',
    links: setUp(paths.security),
  },
  open: {
    name: 'Open the shop',
    icon: DoorOpen,
    line: 'Until then visitors see “Opening soon”.',
    factOf: shop => (shop.isClosed ? 'It is closed: visitors see “Opening soon”.' : 'It is open to everybody.'),
    links: [{ to: staffPaths.settingField('shop', 'isOpen'), label: 'Open it' }],
  },
}

const MAIL_IS_SET = 'Emails leave through your mail server. Send one to yourself, and see whether it arrives.'

const countryName = (code: string) => COUNTRIES[code] ?? code

function taxText({ taxPercent, taxIncluded, taxRates }: ShopInfo): string {
  const others = taxRates.length > 0 ? ', with other rates by place' : ''
  if (taxPercent === 0) return `without tax${others}`
  return `${taxPercent} % ${taxIncluded ? 'included' : 'on top'}${others}`
}

function deliveryText({ zones, currency }: ShopInfo, countries: readonly string[]): string {
  const offered = `${zones.map(zone => zoneText(zone, currency)).join(', ')}.`
  return countries.length > 0 ? `${offered} Sold to, but in no zone: ${listNames(countries, 3)}.` : offered
}

function zoneText({ name, methods }: ShopInfo['zones'][number], currency: string): string {
  const prices = methods.flatMap(({ price, steps }) => [price, ...steps.map(step => step.price)])
  if (prices.length === 0) return `${name} without a method`
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  return `${name} ${lowest === highest ? 'for' : 'from'} ${formatPrice(lowest, currency)}`
}
