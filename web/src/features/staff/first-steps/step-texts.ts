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
  /** The screen where the step is done; undefined when it is done in the server's environment. */
  to?: string
  /** What the link says, if not 'Set up'. */
  verb?: string
}

export const STEP_TEXTS: Record<FirstStep, StepText> = {
  name: { name: 'Name', line: 'What the shop is called.', icon: Store, to: staffPaths.settingGroup('shop') },
  look: {
    name: 'Look',
    line: 'Colour, logo and the top of the home page.',
    icon: Palette,
    to: staffPaths.settingGroup('look'),
  },
  money: {
    name: 'Currency and tax',
    line: 'What prices are in, and the tax.',
    icon: Banknote,
    to: staffPaths.settingGroup('money'),
  },
  countries: {
    name: 'Countries',
    line: 'Where you sell to.',
    icon: Globe,
    to: staffPaths.settingGroup('countries'),
  },
  delivery: {
    name: 'Delivery',
    line: 'Where you deliver to, and for how much.',
    icon: Truck,
    to: staffPaths.settingGroup('delivery'),
  },
  product: { name: 'First product', line: 'One that shoppers can buy.', icon: Shirt, to: staffPaths.newProduct },
  payment: {
    name: 'Payment',
    line: 'The four PAYPAL_ values in the environment of the server. Done once PayPal has answered with them.',
    icon: CreditCard,
  },
  mail: {
    name: 'Mail',
    line: 'SMTP_URL and MAIL_FROM in the environment of the server, and a test email that arrives.',
    icon: Mail,
  },
  pages: {
    name: 'Contact and pages',
    line: 'Your email and address in Settings, and About, Contact, Privacy and Terms in your words.',
    icon: FileText,
    to: staffPaths.pages,
  },
  security: {
    name: 'Two-factor sign-in',
    line: 'A code from your phone beside your password, which alone then opens nothing.',
    icon: ShieldCheck,
    to: `${paths.profile}#security`,
  },
  open: {
    name: 'Open the shop',
    line: 'Until then visitors see “Opening soon”.',
    icon: DoorOpen,
    to: staffPaths.settingField('shop', 'isOpen'),
    verb: 'Open it',
  },
}
