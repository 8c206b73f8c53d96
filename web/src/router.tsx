import { AREAS, areaStarts, paths } from '@mela/contract'
import type { ComponentType } from 'react'
import { type LoaderFunction, type RouteObject, replace } from 'react-router'
import { importOnceOnline } from './lib/import-once-online.ts'
import { loadShop, RootLayout } from './root-layout.tsx'
import { CrashPage } from './screens/shop/layout/missing-page.tsx'
import { loadStorefront, StorefrontLayout } from './screens/shop/layout/storefront-layout.tsx'

/** False in the browser's build, which then leaves out the names that only the server reads. */
const SERVER = import.meta.env.SSR

/** The index route of an area redirects to its start page, for links within the shop; the server redirects requests. */
const startOf = (area: string): RouteObject => ({ index: true, loader: () => replace(areaStarts[area] ?? paths.home) })

const modules = import.meta.glob<Record<string, unknown>>([
  './screens/{shop,account}/**/{*-page{,s},auth-parts,checkout-layout}.tsx',
  // It is part of the first script, because it must not be missing.
  '!./screens/shop/layout/missing-page.tsx',
])

/**
 * A page that is loaded on demand, with the `loader` of its file; a link that is pressed offline opens it once the
 * network is back. `handle` is its source file: the server names its chunks to the browser, which then need not wait
 * for the entry to request them.
 */
const screen = (file: string, page: string) => ({
  handle: SERVER && `src/screens/${file}.tsx`,
  lazy: async () => {
    const { [page]: Component, loader } =
      (await importOnceOnline(async () => modules[`./screens/${file}.tsx`]?.())) ?? {}
    return { Component: Component as ComponentType, loader: loader as LoaderFunction | undefined }
  },
})

const productPage = screen('shop/product/product-page', 'ProductPage')
const listPage = screen('shop/list/list-page', 'ListPage')
const textPage = screen('shop/text/text-page', 'TextPage')

export const routes: RouteObject[] = [
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
              { index: true, ...screen('shop/home/home-page', 'HomePage') },
              { path: paths.product(':productSlug'), ...productPage },
              { path: paths.productById(':productId'), ...productPage },
              { path: paths.category(':categorySlug'), ...listPage },
              { path: paths.collection(':collectionSlug'), ...listPage },
              { path: paths.searchBase, ...screen('shop/list/search-page', 'SearchPage') },
              { path: paths.sale, ...screen('shop/list/sale-page', 'SalePage') },
              { path: paths.cart, ...screen('shop/cart/cart-page', 'CartPage') },
              { path: paths.discount(':code'), ...screen('shop/discount-link/discount-link-page', 'DiscountLinkPage') },
              { path: paths.giftCards, ...screen('shop/gift-cards/gift-cards-page', 'GiftCardsPage') },
              { path: paths.sharedCart(':token'), ...screen('shop/cart/shared-cart-page', 'SharedCartPage') },
              { path: paths.about, ...textPage },
              { path: paths.contact, ...textPage },
              { path: paths.privacy, ...textPage },
              { path: paths.terms, ...textPage },
              { path: paths.page(':textSlug'), ...textPage },
              { path: paths.profile, ...screen('account/profile/profile-page', 'ProfilePage') },
              { path: '*', ...screen('shop/layout/not-found-page', 'NotFoundPage') },
            ],
          },
        ],
      },
      {
        path: AREAS.auth,
        ...screen('account/sign-in/auth-parts', 'AuthLayout'),
        children: [
          startOf(AREAS.auth),
          { path: paths.login(), ...screen('account/sign-in/login-page', 'LoginPage') },
          { path: paths.register(), ...screen('account/sign-in/register-page', 'RegisterPage') },
          { path: paths.forgotPassword, ...screen('account/sign-in/password-pages', 'ForgotPasswordPage') },
          { path: paths.resetPassword, ...screen('account/sign-in/password-pages', 'ResetPasswordPage') },
          { path: paths.confirmEmail, ...screen('account/sign-in/link-pages', 'ConfirmEmailPage') },
          { path: paths.restoreEmail, ...screen('account/sign-in/link-pages', 'RestoreEmailPage') },
          { path: paths.guestOrder(), ...screen('account/sign-in/guest-order-page', 'GuestOrderPage') },
          { path: paths.stopReminders, ...screen('account/sign-in/link-pages', 'StopRemindersPage') },
          { path: paths.reopenAccount, ...screen('account/sign-in/link-pages', 'ReopenAccountPage') },
        ],
      },
      {
        path: `${AREAS.dashboard}/*`,
        handle: SERVER && 'src/screens/staff/dashboard-routes.tsx',
        lazy: async () => {
          const { DashboardRoutes, loadScreen } = await importOnceOnline(
            () => import('./screens/staff/dashboard-routes.tsx'),
          )
          // The server renders no screen of the dashboard. The browser loads the page's screen before it hydrates; if
          // that fails, the screen says so itself.
          if (SERVER) return { Component: DashboardRoutes, loader: () => null }
          await loadScreen(location.pathname).catch(() => {})
          return { Component: DashboardRoutes, loader: ({ url }) => importOnceOnline(() => loadScreen(url.pathname)) }
        },
      },
      {
        path: AREAS.account,
        ...screen('account/checkout/checkout-layout', 'CheckoutLayout'),
        children: [
          startOf(AREAS.account),
          { path: paths.shipping, ...screen('account/checkout/shipping-page', 'ShippingPage') },
          { path: paths.checkout, ...screen('account/checkout/checkout-page', 'CheckoutPage') },
        ],
      },
      { path: paths.pay(':orderId'), ...screen('account/order/order-page', 'PayPage') },
      { path: paths.receipt(':orderId'), ...screen('account/order/receipt-page', 'ReceiptPage') },
    ],
  },
]
