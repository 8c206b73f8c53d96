import { AREAS, areaStarts, paths } from '@mela/contract'
import { type RouteObject, replace } from 'react-router'
import { importOnceOnline } from './lib/import-once-online.ts'
import { loadShop, RootLayout } from './root-layout.tsx'
import { CrashPage } from './screens/shop/layout/missing-page.tsx'
import { loadStorefront, StorefrontLayout } from './screens/shop/layout/storefront-layout.tsx'

/** False in the browser's build, which then leaves out the names that only the server reads. */
const SERVER = import.meta.env.SSR

/** The index route of an area redirects to its start page, for links within the shop; the server redirects requests. */
const startOf = (area: string): RouteObject => ({ index: true, loader: () => replace(areaStarts[area] ?? paths.home) })

const productPage = {
  handle: SERVER && 'src/screens/shop/product/product-page.tsx',
  lazy: async () => {
    const page = await import('./screens/shop/product/product-page.tsx')
    return { Component: page.ProductPage, loader: page.loadProductPage }
  },
} satisfies RouteObject

const listPage = {
  handle: SERVER && 'src/screens/shop/list/list-page.tsx',
  lazy: async () => {
    const page = await import('./screens/shop/list/list-page.tsx')
    return { Component: page.ListPage, loader: page.loadListPage }
  },
} satisfies RouteObject

const textPage = {
  handle: SERVER && 'src/screens/shop/text/text-page.tsx',
  lazy: async () => {
    const page = await import('./screens/shop/text/text-page.tsx')
    return { Component: page.TextPage, loader: page.loadTextPage }
  },
} satisfies RouteObject

/**
 * Pages are loaded on demand. `handle` is the source file of a page: the server names its chunks to the browser, which
 * then need not wait for the entry to request them.
 */
const pages: RouteObject[] = [
  {
    Component: RootLayout,
    loader: loadShop,
    shouldRevalidate: () => true,
    ErrorBoundary: CrashPage,
    children: [
      {
        Component: StorefrontLayout,
        loader: loadStorefront,
        children: [
          {
            ErrorBoundary: CrashPage,
            children: [
              {
                index: true,
                handle: SERVER && 'src/screens/shop/home/home-page.tsx',
                lazy: async () => {
                  const page = await import('./screens/shop/home/home-page.tsx')
                  return { Component: page.HomePage, loader: page.loadHomePage }
                },
              },
              { path: paths.product(':productSlug'), ...productPage },
              { path: paths.productById(':productId'), ...productPage },
              { path: paths.category(':categorySlug'), ...listPage },
              { path: paths.collection(':collectionSlug'), ...listPage },
              {
                path: paths.searchBase,
                handle: SERVER && 'src/screens/shop/list/search-page.tsx',
                lazy: async () => {
                  const page = await import('./screens/shop/list/search-page.tsx')
                  return { Component: page.SearchPage, loader: page.loadSearchPage }
                },
              },
              {
                path: paths.sale,
                handle: SERVER && 'src/screens/shop/list/sale-page.tsx',
                lazy: async () => {
                  const page = await import('./screens/shop/list/sale-page.tsx')
                  return { Component: page.SalePage, loader: page.loadSalePage }
                },
              },
              {
                path: paths.cart,
                handle: SERVER && 'src/screens/shop/cart/cart-page.tsx',
                lazy: async () => ({ Component: (await import('./screens/shop/cart/cart-page.tsx')).CartPage }),
              },
              { path: paths.about, ...textPage },
              { path: paths.contact, ...textPage },
              { path: paths.privacy, ...textPage },
              { path: paths.terms, ...textPage },
              { path: paths.page(':textSlug'), ...textPage },
              {
                path: paths.profile,
                handle: SERVER && 'src/screens/account/profile/profile-page.tsx',
                lazy: async () => ({
                  Component: (await import('./screens/account/profile/profile-page.tsx')).ProfilePage,
                }),
              },
              {
                path: '*',
                handle: SERVER && 'src/screens/shop/layout/not-found-page.tsx',
                lazy: async () => {
                  const page = await import('./screens/shop/layout/not-found-page.tsx')
                  return { Component: page.NotFoundPage, loader: page.loadNotFoundPage }
                },
              },
            ],
          },
        ],
      },
      {
        path: AREAS.auth,
        handle: SERVER && 'src/screens/account/sign-in/auth-parts.tsx',
        lazy: async () => ({ Component: (await import('./screens/account/sign-in/auth-parts.tsx')).AuthLayout }),
        children: [
          startOf(AREAS.auth),
          {
            path: paths.login(),
            handle: SERVER && 'src/screens/account/sign-in/login-page.tsx',
            lazy: async () => {
              const page = await import('./screens/account/sign-in/login-page.tsx')
              return { Component: page.LoginPage, loader: page.loadLoginPage }
            },
          },
          {
            path: paths.register(),
            handle: SERVER && 'src/screens/account/sign-in/register-page.tsx',
            lazy: async () => ({
              Component: (await import('./screens/account/sign-in/register-page.tsx')).RegisterPage,
            }),
          },
          {
            path: paths.forgotPassword,
            handle: SERVER && 'src/screens/account/sign-in/password-pages.tsx',
            lazy: async () => ({
              Component: (await import('./screens/account/sign-in/password-pages.tsx')).ForgotPasswordPage,
            }),
          },
          {
            path: paths.resetPassword,
            handle: SERVER && 'src/screens/account/sign-in/password-pages.tsx',
            lazy: async () => ({
              Component: (await import('./screens/account/sign-in/password-pages.tsx')).ResetPasswordPage,
            }),
          },
          {
            path: paths.confirmEmail,
            handle: SERVER && 'src/screens/account/sign-in/link-pages.tsx',
            lazy: async () => ({
              Component: (await import('./screens/account/sign-in/link-pages.tsx')).ConfirmEmailPage,
            }),
          },
          {
            path: paths.restoreEmail,
            handle: SERVER && 'src/screens/account/sign-in/link-pages.tsx',
            lazy: async () => ({
              Component: (await import('./screens/account/sign-in/link-pages.tsx')).RestoreEmailPage,
            }),
          },
          {
            path: paths.reopenAccount,
            handle: SERVER && 'src/screens/account/sign-in/link-pages.tsx',
            lazy: async () => ({
              Component: (await import('./screens/account/sign-in/link-pages.tsx')).ReopenAccountPage,
            }),
          },
        ],
      },
      {
        path: `${AREAS.dashboard}/*`,
        handle: SERVER && 'src/screens/staff/dashboard-routes.tsx',
        lazy: async () => {
          const { DashboardRoutes, loadScreen } = await import('./screens/staff/dashboard-routes.tsx')
          // The server renders no screen of the dashboard. The browser loads the page's screen before it hydrates; if
          // that fails, the screen says so itself.
          if (SERVER) return { Component: DashboardRoutes, loader: () => null }
          await loadScreen(location.pathname).catch(() => {})
          return { Component: DashboardRoutes, loader: ({ url }) => importOnceOnline(() => loadScreen(url.pathname)) }
        },
      },
      {
        path: AREAS.account,
        handle: SERVER && 'src/screens/account/checkout/checkout-layout.tsx',
        lazy: async () => ({
          Component: (await import('./screens/account/checkout/checkout-layout.tsx')).CheckoutLayout,
        }),
        children: [
          startOf(AREAS.account),
          {
            path: paths.shipping,
            handle: SERVER && 'src/screens/account/checkout/shipping-page.tsx',
            lazy: async () => ({
              Component: (await import('./screens/account/checkout/shipping-page.tsx')).ShippingPage,
            }),
          },
          {
            path: paths.checkout,
            handle: SERVER && 'src/screens/account/checkout/checkout-page.tsx',
            lazy: async () => ({
              Component: (await import('./screens/account/checkout/checkout-page.tsx')).CheckoutPage,
            }),
          },
        ],
      },
      {
        path: paths.pay(':orderId'),
        loader: loadStorefront,
        handle: SERVER && 'src/screens/account/order/order-page.tsx',
        lazy: async () => ({ Component: (await import('./screens/account/order/order-page.tsx')).PayPage }),
      },
      {
        path: paths.receipt(':orderId'),
        handle: SERVER && 'src/screens/account/order/receipt-page.tsx',
        lazy: async () => ({ Component: (await import('./screens/account/order/receipt-page.tsx')).ReceiptPage }),
      },
    ],
  },
]

/** A link that is pressed offline opens its page once the network is back. */
function waitForCode({ lazy, children, ...route }: RouteObject): RouteObject {
  return {
    ...route,
    ...(typeof lazy === 'function' && { lazy: () => importOnceOnline(lazy) }),
    ...(children && { children: children.map(waitForCode) }),
  } as RouteObject
}

export const routes: RouteObject[] = SERVER ? pages : pages.map(waitForCode)
