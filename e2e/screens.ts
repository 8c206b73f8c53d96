/** The screens that every-screen.spec.ts opens; every-screen.test.ts of the web app compares them with its routes. */

export const visitorScreens = ({ product, category }: { product: string; category: string }): string[] => [
  ...[
    '/',
    `/product/${product}`,
    `/product-category/${category}`,
    '/collections/none',
    '/pages/none',
    '/sale',
    '/cart',
    '/gift-cards',
    '/cart/shared/none',
  ],
  ...[
    '/search?category=shoes&inStock=true&rating=4&maxPrice=200',
    '/search?keyword=zzzz',
    '/search?keyword=loafre',
    '/discount/NONE',
    '/about',
    '/contact',
    '/privacy-policy',
  ],
  ...['/terms-of-service', '/no/such/page', '/auth/login', '/auth/register', '/auth/forgot-password'],
  ...['reset-password', 'confirm-email', 'restore-email', 'reopen-account', 'stop-reminders'].map(
    name => `/auth/${name}?token=any`,
  ),
  '/auth/order',
]

export const accountScreens = ({ paid, unpaid }: { paid: string; unpaid: string }): string[] => [
  ...['/', '/cart', '/account/shipping', '/account/checkout', `/account/pay/${unpaid}`],
  ...[`/account/pay/${paid}`, `/account/pay/${paid}/receipt`, '/account/profile'],
]

type DashboardIds = Record<'order' | 'payment' | 'product' | 'customer' | 'dispute' | 'discount' | 'giftCard', string>

export const dashboardScreens = (ids: DashboardIds): string[] => {
  const { order, payment, product, customer, dispute, discount, giftCard } = ids
  return [
    ...['home', 'orders', `orders/order/${order}`, `orders/order/${order}/invoice`],
    ...[`orders/order/${order}/packing-slip`, 'payments', `payments/payment/${payment}`, 'products'],
    ...[
      'products/new',
      `products/edit/${product}`,
      'products/import',
      'products/planned-prices',
      'products/planned-prices/new',
      `products/planned-prices/plan/${'a1'.padStart(24, '0')}`,
      'categories',
      'collections',
      'customers',
      'customers/staff',
    ],
    ...[`customers/customer/${customer}`, 'media', 'disputes', `disputes/dispute/${dispute}`, 'audit', 'nothing'],
    ...['pages', 'pages/new', `pages/edit/${'a1'.padStart(24, '0')}`],
    ...['discounts', 'discounts/new', `discounts/discount/${discount}`],
    ...['reviews', 'settings', 'settings/look', 'settings/payments', 'settings/history'],
    ...['gift-cards', `gift-cards/card/${giftCard}`],
  ].map(path => `/dashboard/${path}`)
}

/** Not opened: each shows the screen of another list with other rows. */
export const otherLists: readonly string[] = [
  ...[
    'orders/pending',
    'orders/delivered',
    'orders/cancelled',
    'orders/refunded',
    'orders/refund-due',
    'orders/to-review',
  ],
  ...['payments/successful', 'payments/failed', 'products/on-sale', 'products/inactive', 'customers/inactive'],
  ...['discounts/active', 'discounts/planned', 'discounts/ended'],
  ...['gift-cards/open', 'disputes/open', 'disputes/closed', 'reviews/waiting', 'reviews/shown', 'reviews/hidden'],
].map(path => `/dashboard/${path}`)

/** One screen of each kind, which is checked once more in dark colours and at the width that its area has less often. */
const KINDS: readonly string[] = [
  ...['/', '/product/:id', '/search?category=shoes&inStock=true&rating=4&maxPrice=200', '/cart', '/auth/register'],
  ...['/account/checkout', '/account/pay/:id', '/account/profile', '/dashboard/home', '/dashboard/orders'],
  ...['/dashboard/orders/order/:id', '/dashboard/products/edit/:id', '/dashboard/settings'],
  ...['/dashboard/discounts/new', '/dashboard/settings/payments'],
]

export const standsForItsKind = (path: string) => KINDS.includes(path.replace(/[0-9a-f]{24}/, ':id'))
