import type { Settings } from './settings.ts'

interface SettingText {
  label: string
  /** What a shopper will see of it. */
  hint: string
}

export const SETTING_TEXTS: { [G in keyof Settings]: { [F in keyof Settings[G]]: SettingText } } = {
  shop: {
    name: { label: 'Name', hint: 'In the header of every page and email, in titles and in the payment window.' },
    tagline: {
      label: 'Tagline',
      hint: 'A short sentence after the name: on the title of the home page and in shared links.',
    },
    description: { label: 'Description', hint: 'What search engines show below the title of the home page.' },
    email: {
      label: 'Email',
      hint: 'Where shoppers write to: in the footer, on the contact page and below every email.',
    },
    phone: { label: 'Phone', hint: 'In the footer and on the contact page; left out when empty.' },
    address: { label: 'Address', hint: 'In the footer, on the contact page, below emails and on printed sheets.' },
    registration: { label: 'Company registration', hint: 'On printed receipts, below the address.' },
    taxNumber: { label: 'Tax number', hint: 'On printed receipts, below the address.' },
    timeZone: { label: 'Time zone', hint: 'Shoppers do not see it: days of reports and lists begin at its midnight.' },
    socialLinks: { label: 'Social links', hint: 'In the footer, in this order.' },
  },
  orders: {
    unpaidMinutes: {
      label: 'Unpaid orders',
      hint: 'So many minutes an order waits for its payment; then its products are for sale again.',
    },
    lowStock: { label: 'Low stock', hint: 'Shoppers read “Only 3 left” from this number on.' },
    highestQuantity: { label: 'Highest quantity', hint: 'An order holds so many units of one product at the most.' },
    returnDays: {
      label: 'Return window',
      hint: 'In the terms: days after the delivery in which a product can be sent back.',
    },
  },
  legal: {
    retentionYears: {
      label: 'Retention',
      hint: 'In the privacy policy: years for which paid orders of deleted accounts keep name and address.',
    },
  },
}
