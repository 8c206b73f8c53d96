import type { Address, Order, Product, ShownGateway, StaffCategory, User, Variant } from '@mela/contract'

export const asha: User = {
  _id: 'a'.repeat(24),
  name: { firstName: 'Asha', lastName: 'Rao' },
  email: 'asha@example.com',
  avatar: null,
  role: 'customer',
  status: true,
}

export const seaView: Address = {
  _id: 'b'.repeat(24),
  name: asha.name,
  countryCode: '91',
  phoneNumber: '9876543210',
  building: 'Sea View, flat 14',
  street: 'Kala Ghoda Lane',
  city: 'Mumbai',
  state: 'Maharashtra',
  pinCode: '400001',
  country: 'India',
}

/** The ids of a product without options. */
export const ids = (id: string) => ({ _id: id, variant: { _id: id, options: {} } })

export const kurta = {
  ...ids('c'.repeat(24)),
  name: 'Anaar block-print kurta',
  thumbnail: null,
  price: 48,
  onSale: true,
  salePrice: 36,
  stock: 5,
  isActive: true,
}

/** The kurta in a size of its own. */
export const inSize = (Size: string, digit: string) => ({
  ...kurta,
  variant: { _id: digit.repeat(24), options: { Size } },
})

export const kurtas = { _id: 'e'.repeat(24), name: 'Kurtas', slug: 'kurtas', description: '', count: 4, picture: null }

/** A product without options as it is answered for the cart, with its only variant. */
export function cardOf<Of extends Pick<Variant, '_id' | 'price' | 'onSale' | 'salePrice' | 'stock'>>(product: Of) {
  const { _id, price, onSale, salePrice, stock } = product
  const variant: Variant = {
    ...{ _id, options: {}, price, onSale, salePrice, stock },
    ...{ sku: null, barcode: null, isActive: true, media: null, own: {}, version: 1 },
  }
  return { ...product, options: [], variants: [variant] }
}

/** Options and variants of the kurta: S and M in indigo, S in red. `given` sets fields by the variant's position. */
export function inSizes(...given: Partial<Variant>[]): Pick<Product, 'options' | 'variants'> {
  const of = [
    ['S', 'Indigo'],
    ['M', 'Indigo'],
    ['S', 'Red'],
  ]
  const [variant] = cardOf(kurta).variants
  return {
    options: [
      { name: 'Size', values: [{ name: 'S' }, { name: 'M' }] },
      { name: 'Colour', values: [{ name: 'Indigo', swatch: '#1f3a5f' }, { name: 'Red' }] },
    ],
    variants: of.flatMap(([Size = '', Colour = ''], index) =>
      variant ? [{ ...variant, _id: `${index + 1}`.repeat(24), options: { Size, Colour }, ...given[index] }] : [],
    ),
  }
}

export const cardsCall = (...ids: string[]) => `GET /products/cards?ids=${ids.join('%2C')}&variants=${ids.join('%2C')}`

/** The kurta as the API answers it for the product page. */
export const kurtaInFull: Product = {
  ...cardOf(kurta),
  slug: 'anaar-block-print-kurta',
  description: 'A knee-length kurta in cream linen, printed by hand with a red flower.',
  category: { _id: 'e'.repeat(24), name: 'Kurtas', slug: 'kurtas' },
  gallery: [],
  reviews: [],
  rating: { average: 0, count: 0, stars: [0, 0, 0, 0, 0] },
  isGiftCard: false,
  weight: 240,
  content: '240 g',
  unitPriceFor: '100 g',
  taxClass: 'Reduced',
  hsnCode: '62114210',
  sizeGuide: 'Size | Chest in cm\nS | 88–94\nM | 94–102',
  tags: 'linen, summer',
  vendor: 'Mela Handlooms',
  seoTitle: 'Printed linen kurta',
  seoDescription: 'A knee-length kurta, printed by hand.',
  trail: [{ name: 'Kurtas', slug: 'kurtas' }],
  version: 1,
}

/** A category as staff see it; its name is its slug, too. */
export const aCategory = (name: string, given: Partial<StaffCategory> = {}): StaffCategory => ({
  ...{ _id: name.padEnd(24, '0'), name, slug: name, description: '', count: 0, countInShop: 0, ownCount: 0 },
  ...{ picture: null, hasOwnPicture: false, parent: null, seoTitle: '', seoDescription: '' },
  ...{ isHidden: false, hidesWhileEmpty: false, version: 1, ...given },
})

/** Two kurtas at 36, shipping 80, tax 12.96. */
export const order: Order = {
  _id: 'd'.repeat(24),
  number: null,
  user: asha._id,
  createdAt: '2025-03-04T10:00:00.000Z',
  status: 'pending',
  currency: 'USD',
  subTotal: 72,
  savedAmount: 24,
  shippingAmount: 80,
  taxAmount: 12.96,
  taxIncluded: false,
  taxPercent: 18,
  totalAmount: 164.96,
  giftCardAmount: 0,
  amountToPay: 164.96,
  giftCards: [],
  ...{ billingAddress: null, company: null, taxNumber: null, taxExemption: null },
  adjustments: [
    {
      ...{ kind: 'shipping', label: 'Shipping', amount: 80 },
      ...{ line: null, source: null, percent: null, taxable: null },
    },
    {
      ...{ kind: 'tax', label: 'Tax (18% GST)', amount: 12.96 },
      ...{ line: null, source: null, percent: 18, taxable: 72 },
    },
  ],
  shippingAddress: seaView,
  payment: null,
  expiresAt: '2025-03-05T10:00:00.000Z',
  isExpired: false,
  isPaymentRefused: false,
  amountPaid: 0,
  amountRefunded: 0,
  refunds: [],
  invoices: [],
  history: [{ status: 'pending', at: '2025-03-04T10:00:00.000Z' }],
  products: [
    {
      product: { _id: kurta._id, name: kurta.name, thumbnail: null },
      variant: kurta._id,
      sku: null,
      options: {},
      price: 36,
      savedAmount: 12,
      quantity: 2,
      taxClass: null,
      hsnCode: null,
    },
  ],
}

/** The order as `POST /quotes` answers it, without rows. */
export const quote = {
  ...order,
  ...{ products: [], adjustments: [], discounts: [], giftCards: [], deliveryMethods: [], goodsAmount: 72 },
}

export const paypal: ShownGateway & { name: 'paypal' } = {
  name: 'paypal',
  displayName: 'PayPal',
  can: { refund: true, dispute: true, pay: 'buttons' },
  mode: 'live',
  offer: { isOn: true, countries: [], currencies: [], from: null, to: null, fee: 0 },
  site: { home: 'https://www.paypal.com/business', payment: 'https://www.paypal.com/activity/payment/' },
}
