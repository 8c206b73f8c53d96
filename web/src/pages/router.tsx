import type { RouteObject } from 'react-router'
import { RootLayout } from './root-layout.tsx'
import { CategoryPage, loadCategoryPage } from './storefront/category-page.tsx'
import { CrashPage } from './storefront/crash-page.tsx'
import { HomePage, loadHomePage } from './storefront/home-page.tsx'
import { loadNotFoundPage, NotFoundPage } from './storefront/not-found-page.tsx'
import { loadProductPage, ProductPage } from './storefront/product-page.tsx'
import { loadSalePage, SalePage } from './storefront/sale-page.tsx'
import { loadSearchPage, SearchPage } from './storefront/search-page.tsx'
import { loadStorefront, StorefrontLayout } from './storefront/storefront-layout.tsx'

/** The storefront's first views share one chunk; what is opened less often comes when it is asked for. */
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
              { index: true, Component: HomePage, loader: loadHomePage },
              { path: 'product/:productId', Component: ProductPage, loader: loadProductPage },
              { path: 'product-category/:categorySlug', Component: CategoryPage, loader: loadCategoryPage },
              { path: 'search', Component: SearchPage, loader: loadSearchPage },
              { path: 'sale', Component: SalePage, loader: loadSalePage },
              {
                path: 'cart',
                lazy: async () => ({ Component: (await import('./storefront/cart-page.tsx')).CartPage }),
              },
              {
                path: 'about',
                lazy: async () => ({ Component: (await import('./storefront/about-page.tsx')).AboutPage }),
              },
              {
                path: 'contact',
                lazy: async () => ({ Component: (await import('./storefront/contact-page.tsx')).ContactPage }),
              },
              {
                path: 'privacy-policy',
                lazy: async () => ({ Component: (await import('./storefront/privacy-page.tsx')).PrivacyPage }),
              },
              {
                path: 'terms-of-service',
                lazy: async () => ({ Component: (await import('./storefront/terms-page.tsx')).TermsPage }),
              },
              {
                path: 'account/profile',
                lazy: async () => ({ Component: (await import('./account/profile-page.tsx')).ProfilePage }),
              },
              { path: '*', Component: NotFoundPage, loader: loadNotFoundPage },
            ],
          },
        ],
      },
      {
        path: 'auth',
        lazy: async () => ({ Component: (await import('./auth/auth-layout.tsx')).AuthLayout }),
        children: [
          { path: 'login', lazy: async () => ({ Component: (await import('./auth/login-page.tsx')).LoginPage }) },
          {
            path: 'register',
            lazy: async () => ({ Component: (await import('./auth/register-page.tsx')).RegisterPage }),
          },
        ],
      },
      {
        path: 'dashboard',
        lazy: async () => ({ Component: (await import('./dashboard/dashboard-layout.tsx')).DashboardLayout }),
        children: [
          { index: true, lazy: async () => ({ Component: (await import('./dashboard/to-home.tsx')).ToDashboardHome }) },
          {
            path: 'home',
            lazy: async () => ({ Component: (await import('./dashboard/home-page.tsx')).DashboardHomePage }),
          },
        ],
      },
      {
        path: 'account',
        lazy: async () => ({ Component: (await import('./account/checkout-layout.tsx')).CheckoutLayout }),
        children: [
          {
            path: 'shipping',
            lazy: async () => ({ Component: (await import('./account/shipping-page.tsx')).ShippingPage }),
          },
          {
            path: 'checkout',
            lazy: async () => ({ Component: (await import('./account/checkout-page.tsx')).CheckoutPage }),
          },
          { path: 'pay/:orderId', lazy: async () => ({ Component: (await import('./account/pay-page.tsx')).PayPage }) },
        ],
      },
    ],
  },
]
