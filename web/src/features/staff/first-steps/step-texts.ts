import { type FirstStep, paths, staffPaths } from '@mela/contract'
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
  line: string
  icon: LucideIcon
  /** Links to the forms that do the step. Mail has none: environment variables set it. */
  links?: { to: string; label: string }[]
}

const setUp = (to: string) => [{ to, label: 'Set up' }]

export const STEP_TEXTS: Record<FirstStep, StepText> = {
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
