import type { Settings } from './settings.ts'

export interface SettingText {
  label: string
  hint: string
  input?:
    | 'email'
    | 'phone'
    | 'paragraph'
    | 'time-zone'
    | 'currency'
    | 'colour'
    | 'picture'
    | 'sections'
    | 'zones'
    | 'rates'
    | 'countries'
    | 'menu'
    | 'link'
    | 'pages'
  options?: Record<string, string>
  entry?: { noun: string; labels: Record<string, string> }
}

export const SETTING_TEXTS: { [G in keyof Settings]: { [F in keyof Settings[G]]: SettingText } } = {
  shop: {
    name: { label: 'Name', hint: 'In the header of every page and email, in titles and in the payment window.' },
    tagline: {
      label: 'Tagline',
      hint: 'A short sentence after the name: on the title of the home page and in shared links.',
    },
    description: {
      label: 'Description',
      hint: 'What search engines show below the title of the home page.',
      input: 'paragraph',
    },
    email: {
      label: 'Email',
      hint: 'Where shoppers write to: in the footer, on the contact page and below every email.',
      input: 'email',
    },
    phone: { label: 'Phone', hint: 'In the footer and on the contact page; left out when empty.', input: 'phone' },
    address: {
      label: 'Address',
      hint: 'Line by line: in the footer, on the contact page, below emails and on printed sheets.',
    },
    town: {
      label: 'Town',
      hint: 'On products after “Ships from”, and on the contact page; left out when empty.',
    },
    registration: {
      label: 'Company registration',
      hint: 'On invoices and printed receipts, below the address, as “Registration: …”.',
    },
    taxNumber: {
      label: 'Tax number',
      hint: 'On invoices and printed receipts, below the address, as “Tax number: …”. With a colon it is shown as typed.',
    },
    timeZone: {
      label: 'Time zone',
      hint: 'Shoppers do not see it: days of reports and lists begin at its midnight.',
      input: 'time-zone',
    },
    socialLinks: {
      label: 'Social links',
      hint: 'In the footer, in this order.',
      entry: { noun: 'link', labels: { name: 'Name', url: 'Address' } },
    },
    isOpen: {
      label: 'The shop is open',
      hint: 'Closed, visitors see “Opening soon”, and nothing can be ordered. Staff who are signed in see the shop; orders that were placed before can be paid.',
    },
    closedMessage: {
      label: 'Message while it is closed',
      hint: 'Below the tagline of the page “Opening soon”.',
      input: 'paragraph',
    },
  },
  look: {
    accent: {
      label: 'Accent colour',
      hint: 'Of buttons, banners and the bar above the header. On dark pages it is made lighter where they need it.',
      input: 'colour',
    },
    logo: {
      label: 'Logo',
      hint: 'In place of the name in the header, the footer, emails and on receipts.',
      input: 'picture',
    },
    logoOnDark: {
      label: 'Logo for dark backgrounds',
      hint: 'Where a device asks for dark pages. Without one: the logo, which emails and receipts always have.',
      input: 'picture',
    },
    keepsLight: {
      label: 'Keep the shop light',
      hint: 'Its pages and the dashboard do not turn dark where a device asks for it.',
    },
    icon: { label: 'Icon', hint: 'Of the browser’s tab, square. Without one: the theme’s.', input: 'picture' },
    announcementIsShown: { label: 'Show the bar', hint: 'Above the header of every page of the shop.' },
    announcement: { label: 'Announcement', hint: 'One sentence, such as when the shop is on holiday.' },
    announcementLink: {
      label: 'Link of the announcement',
      hint: 'Where the bar leads. Chosen, or typed: a path of the shop, such as /sale, or https://…',
      input: 'link',
    },
    heroEyebrow: { label: 'Line above the heading', hint: 'In small capitals; left out when empty.' },
    heroTitle: { label: 'Heading', hint: 'In large letters at the top of the home page: two to four words.' },
    heroText: { label: 'Text below the heading', hint: 'One sentence.', input: 'paragraph' },
    heroAction: { label: 'Button', hint: 'What the button says.' },
    heroLink: {
      label: 'Link of the button',
      hint: 'Chosen, or typed: a path of the shop, such as /sale, or https://…',
      input: 'link',
    },
    heroPicture: {
      label: 'Picture of the hero',
      hint: 'Beside the text on wide screens. Without one: in the demo’s colour its festive picture, else the text alone.',
      input: 'picture',
    },
    heroPictureOnPhones: {
      label: 'Picture on phones',
      hint: 'Square, below the text. Without one: the same picture.',
      input: 'picture',
    },
    homeSections: {
      label: 'Sections',
      hint: 'What the home page shows below the hero, in this order. Without a title, a section has its usual one; without anything to show, it is left out.',
      input: 'sections',
      options: {
        categories: 'Categories',
        sale: 'On sale',
        recommended: 'Recommended',
        viewed: 'Recently viewed',
        help: 'Help',
        products: 'Products',
      },
      entry: {
        noun: 'section',
        labels: {
          ...{ section: 'Section', title: 'Title', isShown: 'Shown' },
          ...{ source: 'Products', of: 'Category or collection', products: 'Chosen products' },
        },
      },
    },
  },
  menus: {
    header: {
      label: 'Header',
      hint: 'At the top of every page, on phones in the menu. Without a label, a page has its title and a category its name.',
      input: 'menu',
      entry: { noun: 'entry', labels: { kind: 'Kind', label: 'Label', of: 'Page or category', to: 'Address' } },
    },
    footer: {
      label: 'Footer',
      hint: 'At the end of every page, in up to three columns: each heading begins one.',
      input: 'menu',
      entry: { noun: 'entry', labels: { kind: 'Kind', label: 'Label', of: 'Page or category', to: 'Address' } },
    },
  },
  money: {
    currency: {
      label: 'Currency',
      hint: 'On every price. A change converts none: 20.00 stays 20.00. Orders keep the currency that they were placed in.',
      input: 'currency',
    },
    taxIncluded: {
      label: 'Prices contain the tax',
      hint: 'The total of an order is what its products and the shipping cost, and says how much of it is tax. Otherwise tax is added.',
    },
    taxName: { label: 'Name of the tax', hint: 'Beside its rate: “Tax (18% GST)”. Left out when empty.' },
    taxPercent: {
      label: 'Tax rate',
      hint: 'In percent, for every delivery address that has no rate of its own below.',
    },
    taxRates: {
      label: 'Rates by country and state',
      hint: 'The rate of the state of the delivery address, else that of its country. 0 is no tax.',
      input: 'rates',
      entry: {
        noun: 'rate',
        labels: { country: 'Country', state: 'State', name: 'Name of the tax', percent: 'Percent' },
      },
    },
    taxOnShipping: { label: 'Shipping is taxed', hint: 'At the rate of the products.' },
    taxRounding: {
      label: 'Rounding of tax',
      hint: 'Half a cent is rounded up, once for the whole order or for each product of it.',
      options: { total: 'Once for the order', line: 'For each product' },
    },
  },
  delivery: {
    zones: {
      label: 'Zones',
      hint: 'Where the shop delivers, how, and for how much. A zone without places has all others; without such a zone orders to them are refused. Countries named here are sold to.',
      input: 'zones',
      entry: { noun: 'zone', labels: { name: 'Name', places: 'Places', methods: 'Methods' } },
    },
  },
  countries: {
    sold: {
      label: 'Countries sold to',
      hint: 'Addresses of these countries can be saved and ordered to; a new address begins with the first, and forms list them in this order. Delivery to each needs a zone.',
      input: 'countries',
    },
  },
  orders: {
    unpaidMinutes: {
      label: 'Unpaid orders',
      hint: 'So many minutes an order waits for its payment; then its products are for sale again. Empty: as the server is set.',
    },
    lowStock: { label: 'Low stock', hint: 'Shoppers read “Only 3 left” from this number on.' },
    highestQuantity: {
      label: 'Highest quantity',
      hint: 'An order holds so many units of one product at the most. Empty: as the server is set.',
    },
    returnDays: {
      label: 'Return window',
      hint: 'In the terms: days after the delivery in which a product can be sent back; left out when empty.',
    },
    numberPrefix: { label: 'Prefix', hint: 'Before the number of each order: with “M-”, order M-1001.' },
    firstNumber: {
      label: 'First number',
      hint: 'The next order gets this number, those after it the ones that follow; a number in use is not given again. Empty: orders are called by the end of their id.',
    },
    invoicePrefix: {
      label: 'Prefix of invoices',
      hint: 'With “R-”, invoice R-2026-0001 and credit note R-C2026-0001. Numbers go on in a series of each year, which has no gap.',
    },
    attachInvoices: {
      label: 'Send invoices by email',
      hint: 'As PDF with the emails about a payment and a refund. Without, customers find them at their order.',
    },
    reviewPolicy: {
      label: 'Reviews are shown',
      hint: 'After approval, new and edited reviews wait in Reviews; those that are shown stay.',
      options: { 'at-once': 'At once', approved: 'After approval' },
    },
    reviewers: {
      label: 'Who writes reviews',
      hint: 'Everybody who is signed in, or those alone who have bought the product.',
      options: { everyone: 'Everybody who is signed in', buyers: 'Buyers of the product' },
    },
  },
  search: {
    synonyms: {
      label: 'Other words for a thing',
      hint: 'One line for each thing, its words with commas between them: “sofa, couch, settee”. Searching for one finds products with any of them, in every script.',
    },
  },
  security: {
    staffTwoFactor: {
      label: 'Two-factor sign-in for staff',
      hint: 'Staff without it can then do nothing else than set it up, you too. A demo shop does not demand it.',
    },
  },
  legal: {
    retentionYears: {
      label: 'Retention',
      hint: 'In the privacy policy: years for which paid orders of deleted accounts keep name and address.',
    },
    checkoutPages: {
      label: 'Pages at checkout',
      hint: 'Linked below the button that places the order, such as the terms.',
      input: 'pages',
    },
  },
}

export interface SettingCard<Field extends string = string> {
  title: string
  fields: readonly Field[]
}

interface SettingGroup<Field extends string> {
  label: string
  cards: readonly SettingCard<Field>[]
}

export const SETTING_GROUPS: { [G in keyof Settings]: SettingGroup<keyof Settings[G] & string> } = {
  shop: {
    label: 'Shop',
    cards: [
      { title: 'Name and description', fields: ['name', 'tagline', 'description'] },
      { title: 'Contact', fields: ['email', 'phone', 'address', 'town', 'socialLinks'] },
      { title: 'Company', fields: ['registration', 'taxNumber', 'timeZone'] },
      { title: 'Open or closed', fields: ['isOpen', 'closedMessage'] },
    ],
  },
  look: {
    label: 'Look',
    cards: [
      { title: 'Colour and logo', fields: ['accent', 'logo', 'logoOnDark', 'keepsLight', 'icon'] },
      { title: 'Announcement bar', fields: ['announcementIsShown', 'announcement', 'announcementLink'] },
      {
        title: 'Hero of the home page',
        fields: [
          ...(['heroEyebrow', 'heroTitle', 'heroText', 'heroAction', 'heroLink'] as const),
          ...(['heroPicture', 'heroPictureOnPhones'] as const),
        ],
      },
      { title: 'Sections of the home page', fields: ['homeSections'] },
    ],
  },
  menus: {
    label: 'Menus',
    cards: [
      { title: 'Header', fields: ['header'] },
      { title: 'Footer', fields: ['footer'] },
    ],
  },
  money: {
    label: 'Money',
    cards: [
      { title: 'Currency', fields: ['currency'] },
      {
        title: 'Tax',
        fields: ['taxIncluded', 'taxName', 'taxPercent', 'taxOnShipping', 'taxRounding', 'taxRates'],
      },
    ],
  },
  delivery: { label: 'Delivery', cards: [{ title: 'Zones and methods', fields: ['zones'] }] },
  countries: { label: 'Countries', cards: [{ title: 'Countries', fields: ['sold'] }] },
  orders: {
    label: 'Orders',
    cards: [
      { title: 'Unpaid orders and limits', fields: ['unpaidMinutes', 'lowStock', 'highestQuantity'] },
      { title: 'Order numbers', fields: ['numberPrefix', 'firstNumber'] },
      { title: 'Invoices', fields: ['invoicePrefix', 'attachInvoices'] },
      { title: 'Returns', fields: ['returnDays'] },
      { title: 'Reviews', fields: ['reviewPolicy', 'reviewers'] },
    ],
  },
  search: { label: 'Search', cards: [{ title: 'Synonyms', fields: ['synonyms'] }] },
  security: { label: 'Security', cards: [{ title: 'Staff', fields: ['staffTwoFactor'] }] },
  legal: {
    label: 'Legal',
    cards: [
      { title: 'Retention', fields: ['retentionYears'] },
      { title: 'Checkout', fields: ['checkoutPages'] },
    ],
  },
}
