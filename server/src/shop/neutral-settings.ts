import { type LookSettings, paths, type ShopSettings } from '@mela/contract'

type NeutralSettings = {
  shop: Partial<ShopSettings>
  look: Partial<LookSettings>
}

/** A shop that leaves the demo is closed and bears none of its name, town and banner. */
export const NEUTRAL_SETTINGS: NeutralSettings = {
  shop: {
    name: 'My shop',
    tagline: 'A new online shop.',
    description: 'A new online shop.',
    email: 'hello@my-shop.example',
    phone: null,
    address: ['Street and number', 'Postal code and town'],
    town: null,
    timeZone: 'UTC',
    isOpen: false,
  },
  look: {
    accent: '#334155',
    heroEyebrow: null,
    heroTitle: 'Welcome.',
    heroText: 'All that we sell, described in plain words.',
    heroAction: 'Start shopping',
    heroLink: paths.searchBase,
  },
}
