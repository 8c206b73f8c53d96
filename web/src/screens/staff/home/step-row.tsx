import {
  COUNTRIES,
  type FirstStep,
  type FirstSteps,
  formatPrice,
  listNames,
  paths,
  type ShopInfo,
  staffPaths,
} from '@mela/contract'
import {
  Banknote,
  Check,
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
import { Link } from 'react-router'
import { useShop } from '../../../lib/shop.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import type { Elements } from '../../../ui/cx.ts'

const setUp = (to: string) => [{ to, label: 'Set up' }]

const STEP_TEXTS: Record<FirstStep, StepText> = {
  name: { name: 'Name', line: 'What the shop is called.', icon: Store, links: setUp(staffPaths.settingGroup('shop')) },
  look: {
    name: 'Look',
    line: 'Colour, logo and the top of the home page.',
    icon: Palette,
    links: setUp(staffPaths.settingGroup('look')),
  },
  money: {
    name: 'Currency and tax',
    line: 'What prices are in, and the tax.',
    icon: Banknote,
    links: setUp(staffPaths.settingGroup('money')),
  },
  countries: {
    name: 'Countries',
    line: 'Where you sell to.',
    icon: Globe,
    links: setUp(staffPaths.settingGroup('countries')),
  },
  delivery: {
    name: 'Delivery',
    line: 'Where you deliver to, and for how much.',
    icon: Truck,
    links: setUp(staffPaths.settingGroup('delivery')),
  },
  product: {
    name: 'First product',
    line: 'One that shoppers can buy: typed in, or all of them from a file of another shop or a spreadsheet.',
    icon: Shirt,
    links: [
      { to: staffPaths.newProduct, label: 'Add a product' },
      { to: staffPaths.importProducts, label: 'Import a file' },
    ],
  },
  payment: {
    name: 'Payment',
    line: 'So that money reaches you: make an app for your PayPal business account, and have its keys written into the shop’s file .env (README, “Open it to the world”). Done once PayPal has answered with them.',
    icon: CreditCard,
    links: [{ to: 'https://developer.paypal.com/dashboard/applications', label: 'Apps at PayPal' }],
  },
  mail: {
    name: 'Mail',
    line: 'So that customers get their emails: ask your email provider for its SMTP address, and have it written into the shop’s file .env (README, “Mail”). Until then emails stay on the server as files.',
    icon: Mail,
  },
  pages: {
    name: 'Contact and pages',
    line: 'Your email and address in Settings, and About, Contact, Privacy and Terms in your words.',
    icon: FileText,
    links: [
      { to: staffPaths.settingField('shop', 'email'), label: 'Contact' },
      { to: staffPaths.pages, label: 'Pages' },
    ],
  },
  security: {
    name: 'Two-factor sign-in',
    line: 'A code from your phone beside your password, which alone then opens nothing.',
    icon: ShieldCheck,
    links: setUp(paths.security),
  },
  open: {
    name: 'Open the shop',
    line: 'Until then visitors see “Opening soon”.',
    icon: DoorOpen,
    links: [{ to: staffPaths.settingField('shop', 'isOpen'), label: 'Open it' }],
  },
}

const MAIL_IS_SET = 'Emails leave through your mail server. Send one to yourself, and see whether it arrives.'

interface StepRowProps {
  step: FirstSteps['steps'][number]
  note?: Elements
  action?: Elements
  onKeep: (isKept: boolean) => void
}

export function StepRow({ step, note, action, onKeep }: StepRowProps) {
  const { isDone, isKept, canKeep } = step
  const { name, line, icon: Icon, links = [] } = STEP_TEXTS[step.step]
  const fact = factOf(step, useShop())
  const isOver = isDone || isKept

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t py-3">
      <span className="flex min-w-0 grow basis-64 items-start gap-3">
        <Icon className="mt-0.5 size-5 shrink-0 text-ink-2" />
        <span className="min-w-0">
          <span className="font-semibold">{name}</span>
          <span className="wrap-anywhere block text-ink-2">{fact ?? line}</span>
          {note}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-2 max-sm:pl-8">
        {isOver && (
          <span className="flex items-center gap-1.5 font-medium text-success">
            <Check className="size-4.5" /> <span>{isDone ? 'Done' : 'Done as it is'}</span>
          </span>
        )}
        {action}
        {!isDone && canKeep && (
          <Button
            variant="ghost"
            size={32}
            aria-label={isKept ? `${name} is not done` : `${name} is done as it is`}
            onClick={() => onKeep(!isKept)}
          >
            {isKept ? 'Undo' : 'Done as it is'}
          </Button>
        )}
        {!isOver && links.map(link => <StepLink key={link.to} {...link} step={name} />)}
      </span>
    </li>
  )
}

function StepLink({ to, label, step }: { to: string; label: string; step: string }) {
  const look = {
    className: buttonClass({ variant: 'outline', size: 32 }),
    ...(label === 'Set up' && { 'aria-label': `Set up: ${step}` }),
  }
  return to.startsWith('https:') ? (
    <a href={to} target="_blank" rel="noopener" {...look}>
      {label}
    </a>
  ) : (
    <Link to={to} {...look}>
      {label}
    </Link>
  )
}

type Step = Pick<FirstSteps['steps'][number], 'step' | 'missing'>

/** What is set for a step at present, and what is missing; undefined for steps that are told by their description. */
function factOf({ step, missing }: Step, shop: ShopInfo): string | undefined {
  if (step === 'name') return `It is called ${shop.name}.`
  if (step === 'money') return `In ${shop.currency}, ${taxText(shop)}.`
  if (step === 'countries') return `Sold to ${listNames(namesOf(shop.countries), 3)}.`
  if (step === 'delivery') return [`${zonesText(shop)}.`, ...withoutZone(missing)].join(' ')
  if (step === 'mail' && !missing.includes('a mail server')) return MAIL_IS_SET
  if (step === 'pages' && missing.length > 0) return `Still missing: ${missing.join('; ')}.`
  if (step === 'pages') return `${[shop.email, ...shop.address].join(', ')}; and About, Contact, Privacy and Terms.`
  if (step === 'open') return shop.isClosed ? 'It is closed: visitors see “Opening soon”.' : 'It is open to everybody.'
  return undefined
}

const namesOf = (codes: readonly string[]) => codes.map(code => COUNTRIES[code] ?? code)

const withoutZone = (countries: readonly string[]) =>
  countries.length > 0 ? [`Sold to, but in no zone: ${listNames(countries, 3)}.`] : []

const zonesText = ({ zones, currency }: ShopInfo) => zones.map(zone => zoneText(zone, currency)).join(', ')

function taxText({ taxPercent, taxIncluded, taxRates }: ShopInfo): string {
  const others = taxRates.length > 0 ? ', with other rates by place' : ''
  if (taxPercent === 0) return `without tax${others}`
  return `${taxPercent} % ${taxIncluded ? 'included' : 'on top'}${others}`
}

function zoneText({ name, methods }: ShopInfo['zones'][number], currency: string): string {
  const prices = methods.flatMap(({ price, steps }) => [price, ...steps.map(step => step.price)])
  if (prices.length === 0) return `${name} without a method`
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  return `${name} ${lowest === highest ? 'for' : 'from'} ${formatPrice(lowest, currency)}`
}

interface StepText {
  name: string
  line: string
  icon: LucideIcon
  /** Links to the forms that do the step. Mail has none: environment variables set it. */
  links?: { to: string; label: string }[]
}
