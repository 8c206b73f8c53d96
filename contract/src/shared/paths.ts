/** Pages of one visitor, and those of staff: never for search engines. */
export const AREAS = { auth: '/auth', account: '/account', dashboard: '/dashboard' } as const

/**
 * The addresses of the shop's pages, written down here alone; those of the dashboard are in staff/staff-paths.ts. With a
 * placeholder they are patterns: `paths.product(':productSlug')` is the router's.
 */
export const paths = {
  home: '/',
  sale: '/sale',
  cart: '/cart',
  about: '/about',
  contact: '/contact',
  privacy: '/privacy-policy',
  terms: '/terms-of-service',
  /** The canonical one; SPEC's, by the id, shows the product too. */
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
  shipping: '/account/shipping',
  checkout: '/account/checkout',
  pay: (orderId: string) => `/account/pay/${orderId}`,
  receipt: (orderId: string) => `/account/pay/${orderId}/receipt`,
  profile: '/account/profile',
  orders: '/account/profile#orders',
  security: '/account/profile#security',
  dashboard: '/dashboard/home',
} as const

/** The page of a product, with one of its variants chosen. A product that was stored before there were slugs is named by its id. */
export function productPath({ _id, slug }: { _id: string; slug?: string | undefined }, variant?: string): string {
  const path = slug ? paths.product(slug) : paths.productById(_id)
  return variant ? `${path}?variant=${variant}` : path
}

/** The screens of areas that have none at their own address. */
export const areaStarts: Readonly<Record<string, string>> = {
  [AREAS.auth]: paths.login(),
  [AREAS.account]: paths.profile,
}

function withReturn(path: string, redirect?: string): string {
  return redirect ? `${path}?redirect=${encodeURIComponent(redirect)}` : path
}

/** The first part of a path: 'product' of '/product/1'. */
export const firstPart = (path: string) => path.split(/[/?#]/)[1] ?? ''

/** The first parts of all pages; home's is empty. */
export const firstParts = () =>
  new Set(Object.values(paths).map(path => firstPart(typeof path === 'string' ? path : path(''))))

/** Whether a path is an area or section, or lies below it. */
export const isIn = (section: string, path: string) => `${path}/`.startsWith(`${section}/`)

/** Whether a page is that of one product. */
export const isProductPage = (path: string) =>
  path.startsWith(paths.product('')) || path.startsWith(paths.productById(''))

/** Whether a page lists products: only these pages depend on the query of their address. */
export const isProductList = (path: string) =>
  path === paths.searchBase ||
  path === paths.sale ||
  path.startsWith(paths.category('')) ||
  path.startsWith(paths.collection(''))
