/** Every address of the shop; links are made here and nowhere else. */
export const paths = {
  home: '/',
  sale: '/sale',
  cart: '/cart',
  about: '/about',
  contact: '/contact',
  privacy: '/privacy-policy',
  terms: '/terms-of-service',
  product: (id: string) => `/product/${id}`,
  category: (slug: string) => `/product-category/${slug}`,
  searchBase: '/search',
  search: (keyword: string) => `/search?keyword=${encodeURIComponent(keyword)}`,
  login: (redirect?: string) => (redirect ? `/auth/login?redirect=${encodeURIComponent(redirect)}` : '/auth/login'),
  register: (redirect?: string) =>
    redirect ? `/auth/register?redirect=${encodeURIComponent(redirect)}` : '/auth/register',
  forgotPassword: '/auth/forgot-password',
  shipping: '/account/shipping',
  checkout: '/account/checkout',
  pay: (orderId: string) => `/account/pay/${orderId}`,
  profile: '/account/profile',
  orders: '/account/profile#orders',
  dashboard: '/dashboard/home',
} as const
