import type { RouteObject } from 'react-router'
import { RootLayout } from './root-layout.tsx'
import { CrashPage } from './storefront/crash-page.tsx'
import { loadNotFoundPage, NotFoundPage } from './storefront/not-found-page.tsx'
import { loadStorefront, StorefrontLayout } from './storefront/storefront-layout.tsx'

/**
 * Pages are loaded on demand. `handle` is the source file of a page: the server names its chunks to the browser, which
 * then need not wait for the entry to request them.
 */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
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
                handle: 'src/pages/storefront/home-page.tsx',
                lazy: async () => {
                  const page = await import('./storefront/home-page.tsx')
                  return { Component: page.HomePage, loader: page.loadHomePage }
                },
              },
              {
                path: 'product/:productId',
                handle: 'src/pages/storefront/product-page.tsx',
                lazy: async () => {
                  const page = await import('./storefront/product/product-page.tsx')
                  return { Component: page.ProductPage, loader: page.loadProductPage }
                },
              },
              {
                path: 'product-category/:categorySlug',
                handle: 'src/pages/storefront/category-page.tsx',
                lazy: async () => {
                  const page = await import('./storefront/category-page.tsx')
                  return { Component: page.CategoryPage, loader: page.loadCategoryPage }
                },
              },
              {
                path: 'search',
                handle: 'src/pages/storefront/search-page.tsx',
                lazy: async () => {
                  const page = await import('./storefront/search-page.tsx')
                  return { Component: page.SearchPage, loader: page.loadSearchPage }
                },
              },
              {
                path: 'sale',
                handle: 'src/pages/storefront/sale-page.tsx',
                lazy: async () => {
                  const page = await import('./storefront/sale-page.tsx')
                  return { Component: page.SalePage, loader: page.loadSalePage }
                },
              },
              {
                path: 'cart',
                handle: 'src/pages/storefront/cart-page.tsx',
                lazy: async () => ({ Component: (await import('./storefront/cart-page.tsx')).CartPage }),
              },
              {
                path: 'about',
                handle: 'src/pages/storefront/about-page.tsx',
                lazy: async () => ({ Component: (await import('./storefront/texts/about-page.tsx')).AboutPage }),
              },
              {
                path: 'contact',
                handle: 'src/pages/storefront/contact-page.tsx',
                lazy: async () => ({ Component: (await import('./storefront/texts/contact-page.tsx')).ContactPage }),
              },
              {
                path: 'privacy-policy',
                handle: 'src/pages/storefront/privacy-page.tsx',
                lazy: async () => ({ Component: (await import('./storefront/texts/privacy-page.tsx')).PrivacyPage }),
              },
              {
                path: 'terms-of-service',
                handle: 'src/pages/storefront/terms-page.tsx',
                lazy: async () => {
                  const page = await import('./storefront/texts/terms-page.tsx')
                  return { Component: page.TermsPage, loader: page.loadTermsPage }
                },
              },
              {
                path: 'account/profile',
                handle: 'src/pages/account/profile-page.tsx',
                lazy: async () => ({ Component: (await import('./account/profile/profile-page.tsx')).ProfilePage }),
              },
              { path: '*', Component: NotFoundPage, loader: loadNotFoundPage },
            ],
          },
        ],
      },
      {
        path: 'auth',
        handle: 'src/pages/auth/auth-layout.tsx',
        lazy: async () => ({ Component: (await import('./auth/auth-layout.tsx')).AuthLayout }),
        children: [
          {
            path: 'login',
            handle: 'src/pages/auth/login-page.tsx',
            lazy: async () => {
              const page = await import('./auth/login-page.tsx')
              return { Component: page.LoginPage, loader: page.loadLoginPage }
            },
          },
          {
            path: 'register',
            handle: 'src/pages/auth/register-page.tsx',
            lazy: async () => ({ Component: (await import('./auth/register-page.tsx')).RegisterPage }),
          },
          {
            path: 'forgot-password',
            handle: 'src/pages/auth/forgot-password-page.tsx',
            lazy: async () => ({ Component: (await import('./auth/forgot-password-page.tsx')).ForgotPasswordPage }),
          },
          {
            path: 'reset-password',
            handle: 'src/pages/auth/reset-password-page.tsx',
            lazy: async () => ({ Component: (await import('./auth/reset-password-page.tsx')).ResetPasswordPage }),
          },
          {
            path: 'confirm-email',
            handle: 'src/pages/auth/confirm-email-page.tsx',
            lazy: async () => ({ Component: (await import('./auth/confirm-email-page.tsx')).ConfirmEmailPage }),
          },
          {
            path: 'restore-email',
            handle: 'src/pages/auth/restore-email-page.tsx',
            lazy: async () => ({ Component: (await import('./auth/restore-email-page.tsx')).RestoreEmailPage }),
          },
          {
            path: 'reopen-account',
            handle: 'src/pages/auth/reopen-account-page.tsx',
            lazy: async () => ({ Component: (await import('./auth/reopen-account-page.tsx')).ReopenAccountPage }),
          },
        ],
      },
      {
        path: 'dashboard/*',
        handle: 'src/pages/dashboard/dashboard-routes.tsx',
        lazy: async () => ({ Component: (await import('./dashboard/dashboard-routes.tsx')).DashboardRoutes }),
      },
      {
        path: 'account',
        handle: 'src/pages/account/checkout-layout.tsx',
        lazy: async () => ({ Component: (await import('./account/checkout/checkout-layout.tsx')).CheckoutLayout }),
        children: [
          {
            path: 'shipping',
            handle: 'src/pages/account/shipping-page.tsx',
            lazy: async () => ({ Component: (await import('./account/checkout/shipping-page.tsx')).ShippingPage }),
          },
          {
            path: 'checkout',
            handle: 'src/pages/account/checkout-page.tsx',
            lazy: async () => ({ Component: (await import('./account/checkout/checkout-page.tsx')).CheckoutPage }),
          },
        ],
      },
      {
        path: 'account/pay/:orderId',
        loader: loadStorefront,
        handle: 'src/pages/account/pay-page.tsx',
        lazy: async () => ({ Component: (await import('./account/order/pay-page.tsx')).PayPage }),
      },
      {
        path: 'account/pay/:orderId/receipt',
        handle: 'src/pages/account/receipt-page.tsx',
        lazy: async () => ({ Component: (await import('./account/order/receipt-page.tsx')).ReceiptPage }),
      },
    ],
  },
]
