/** Search engines get none of these pages. */
export const AREAS = { auth: '/auth', account: '/account', dashboard: '/dashboard' } as const

/** Addresses of the shop's pages are written down here alone; with a placeholder they are the router's patterns. */
export const paths = {
  home: '/',
  sale: '/sale',
  cart: '/cart',
  sharedCart: (token: string) => `/cart/shared/${token}`,
  giftCards: '/gift-cards',
  /** Applies the code and leads home. */
  discount: (code: string) => `/discount/${code}`,
  about: '/about',
  contact: '/contact',
  privacy: '/privacy-policy',
  terms: '/terms-of-service',
  /** SPEC's address, by the id, shows the product too. */
  product: (slug: string) => `/products/${slug}`,
  productById: (id: string) => `/product/${id}`,
  category: (slug: string) => `/product-category/${slug}`,
  collection: (slug: string) => `/collections/${slug}`,
  page: (slug: string) => `/pages/${slug}`,
  searchBase: '/search',
  search: (keyword: string) => `/search?keyword=${encodeURIComponent(keyword)}`,
  login: (redirect?: string) => withReturn('/auth/login', redirect),
  register: (redirect?: string) => withReturn('/auth/register', redirect),
  forgotPassword: '/auth/forgot-password',
  resetPassword: '/auth/reset-password',
  confirmEmail: '/auth/confirm-email',
  restoreEmail: '/auth/restore-email',
  reopenAccount: '/auth/reopen-account',
  stopReminders: '/auth/stop-reminders',
  /** The token stands behind a #, which no browser sends: it is in no log and no referrer. */
  guestOrder: (token = '') => (token ? `/auth/order#${token}` : '/auth/order'),
  shipping: '/account/shipping',
  checkout: '/account/checkout',
  pay: (orderId: string) => `/account/pay/${orderId}`,
  receipt: (orderId: string) => `/account/pay/${orderId}/receipt`,
  profile: '/account/profile',
  orders: '/account/profile#orders',
  security: '/account/profile#security',
  dashboard: '/dashboard/home',
} as const

/** A product that was stored before there were slugs is named by its id. */
export function productPath({ _id, slug }: { _id: string; slug?: string | undefined }, variant?: string): string {
  const path = slug ? paths.product(slug) : paths.productById(_id)
  return variant ? `${path}?variant=${variant}` : path
}

export const areaStarts: Readonly<Record<string, string>> = {
  [AREAS.auth]: paths.login(),
  [AREAS.account]: paths.profile,
}

function withReturn(path: string, redirect?: string): string {
  return redirect ? `${path}?redirect=${encodeURIComponent(redirect)}` : path
}

export const firstPart = (path: string) => path.split(/[/?#]/)[1] ?? ''

export const firstParts = () =>
  new Set(Object.values(paths).map(path => firstPart(typeof path === 'string' ? path : path(''))))

export const isIn = (section: string, path: string) => `${path}/`.startsWith(`${section}/`)

/** Only these pages depend on the query of their address. */
export const isProductList = (path: string) =>
  path === paths.searchBase ||
  path === paths.sale ||
  path.startsWith(paths.category('')) ||
  path.startsWith(paths.collection(''))

/** SPEC's pages are there before they have a row, and keep id and address. */
export const SPEC_PAGES = {
  about: '0000000000000000000000a1',
  contact: '0000000000000000000000a2',
  'privacy-policy': '0000000000000000000000a3',
  'terms-of-service': '0000000000000000000000a4',
} as const
export const SPEC_TITLES: Record<SpecPage, string> = {
  about: 'About {{shop.name}}',
  contact: 'Contact',
  'privacy-policy': 'Privacy Policy',
  'terms-of-service': 'Terms of Service',
}
type SpecPage = keyof typeof SPEC_PAGES
export const isSpecPage = (slug: string): slug is SpecPage => Object.hasOwn(SPEC_PAGES, slug)

export const textPath = (slug: string): string => (isSpecPage(slug) ? `/${slug}` : paths.page(slug))

/** The contact cards take this place in the HTML of a page. */
export const CONTACT_MARK = '<!--contact-->'
