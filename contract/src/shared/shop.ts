export const SHOP = {
  name: 'Mela',
  tagline: 'Clothing, shoes and watches from Mumbai.',
  description:
    'Hand-printed kurtas, easy clothing, shoes and quiet watches, chosen slowly and shipped from Mumbai. Plain words, plain prices.',
  town: 'Mumbai',
  address: { line1: '14 Kala Ghoda Lane, Fort', line2: 'Mumbai 400001, India' },
  email: 'support@example.com',
  phone: '+91 22 5550 0142',
} as const

/** The figures of the banner come from the products on sale. */
export const BANNER = {
  eyebrow: 'Festive sale',
  title: 'The festival, gathered.',
  text: 'Hand-printed kurtas, knit runners and quiet gold.',
  until: 'until the last lamp is lit.',
  action: 'Shop the sale',
} as const
