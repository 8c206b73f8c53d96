import { paths, SETTING_GROUPS, staffPaths } from '@mela/contract'
import {
  CreditCard,
  FileText,
  Gift,
  Image,
  LayoutDashboard,
  type LucideIcon,
  MessageCircleWarning,
  MessageSquareText,
  Package,
  Percent,
  ScrollText,
  Settings,
  Shirt,
  Tags,
  Users,
} from 'lucide-react'

/** `label` is its name in palette and sidebar, `key` that of its shortcut, pressed after g; `icon` is for the sidebar. */
const screen = (to: string, file: string, page: string, label?: string, key?: string, icon?: LucideIcon) => ({
  to,
  file,
  page,
  label,
  key,
  icon,
})

/** All screens by their addresses: a page of a file, which is loaded when it is opened. */
export const screens = [
  screen(paths.dashboard, 'home/home-page', 'DashboardHomePage', 'Dashboard', 'h', LayoutDashboard),

  screen(staffPaths.orders, 'orders/orders-page', 'OrdersPage', 'Orders', 'o', Package),
  screen(staffPaths.readyToShip, 'orders/orders-page', 'OrdersPage', 'Ready to Ship', 's'),
  screen(staffPaths.deliveredOrders, 'orders/orders-page', 'OrdersPage', 'Delivered orders'),
  screen(staffPaths.cancelledOrders, 'orders/orders-page', 'OrdersPage', 'Cancelled orders'),
  screen(staffPaths.refundedOrders, 'orders/orders-page', 'OrdersPage', 'Refunded orders'),
  screen(staffPaths.refundsDue, 'orders/orders-page', 'OrdersPage', 'Orders with a refund due'),
  screen(staffPaths.ordersToReview, 'orders/orders-page', 'OrdersPage', 'Orders to review'),
  screen(staffPaths.order(':orderId'), 'orders/order-page', 'OrderPage'),
  screen(staffPaths.packingSlip(':orderId'), 'orders/printed-pages', 'PackingSlipPage'),
  screen(staffPaths.invoice(':orderId'), 'orders/printed-pages', 'InvoicePage'),

  screen(staffPaths.payments, 'payments/payments-page', 'PaymentsPage', 'Payments', 'p', CreditCard),
  screen(staffPaths.successfulPayments, 'payments/payments-page', 'PaymentsPage', 'Successful payments'),
  screen(staffPaths.failedPayments, 'payments/payments-page', 'PaymentsPage', 'Failed payments'),
  screen(staffPaths.payment(':paymentId'), 'payments/payment-page', 'PaymentPage'),

  screen(staffPaths.products, 'products/product-list-pages', 'AllProductsPage', 'Products', 'r', Shirt),
  screen(staffPaths.productsOnSale, 'products/product-list-pages', 'ProductsOnSalePage', 'Products on sale'),
  screen(staffPaths.inactiveProducts, 'products/product-list-pages', 'InactiveProductsPage', 'Inactive products'),
  screen(staffPaths.newProduct, 'product/product-pages', 'NewProductPage', 'New product'),
  screen(staffPaths.editProduct(':productId'), 'product/product-pages', 'EditProductPage'),
  screen(staffPaths.importProducts, 'import/import-page', 'ImportPage', 'Import products'),

  screen(staffPaths.plannedPrices, 'planned-prices/planned-prices-page', 'PlannedPricesPage', 'Planned sales'),
  screen(staffPaths.newPlannedPrice(), 'planned-prices/planned-price-pages', 'NewPlannedPricePage', 'Plan a sale'),
  screen(staffPaths.plannedPrice(':planId'), 'planned-prices/planned-price-pages', 'EditPlannedPricePage'),

  screen(staffPaths.categories, 'categories/categories-page', 'CategoriesPage', 'Categories', 'c', Tags),
  screen(staffPaths.collections, 'categories/collections-page', 'CollectionsPage', 'Collections'),

  screen(staffPaths.customers, 'customers/customers-page', 'CustomersPage', 'Customers', 'u', Users),
  screen(staffPaths.inactiveCustomers, 'customers/customers-page', 'CustomersPage', 'Inactive customers'),
  screen(staffPaths.staff, 'customers/customers-page', 'CustomersPage', 'Staff'),
  screen(staffPaths.customer(':customerId'), 'customers/customer-page', 'CustomerPage'),

  screen(staffPaths.media, 'media/media-page', 'MediaPage', 'Media', 'm', Image),

  screen(staffPaths.disputes, 'disputes/disputes-page', 'DisputesPage', 'Disputes', 'd', MessageCircleWarning),
  screen(staffPaths.openDisputes, 'disputes/disputes-page', 'DisputesPage', 'Open disputes'),
  screen(staffPaths.closedDisputes, 'disputes/disputes-page', 'DisputesPage', 'Closed disputes'),
  screen(staffPaths.dispute(':disputeId'), 'disputes/dispute-page', 'DisputePage'),

  screen(staffPaths.discounts, 'discounts/discounts-page', 'DiscountsPage', 'Discounts', 'n', Percent),
  screen(staffPaths.activeDiscounts, 'discounts/discounts-page', 'DiscountsPage', 'Active discounts'),
  screen(staffPaths.plannedDiscounts, 'discounts/discounts-page', 'DiscountsPage', 'Planned discounts'),
  screen(staffPaths.endedDiscounts, 'discounts/discounts-page', 'DiscountsPage', 'Ended discounts'),
  screen(staffPaths.newDiscount, 'discounts/discount-page', 'NewDiscountPage', 'New discount'),
  screen(staffPaths.discount(':discountId'), 'discounts/discount-page', 'DiscountPage'),

  screen(staffPaths.giftCards, 'gift-cards/gift-cards-page', 'GiftCardsPage', 'Gift cards', undefined, Gift),
  screen(staffPaths.openGiftCards, 'gift-cards/gift-cards-page', 'GiftCardsPage', 'Gift cards with a balance'),
  screen(staffPaths.giftCard(':cardId'), 'gift-cards/gift-card-page', 'GiftCardPage'),

  screen(staffPaths.reviews, 'reviews/reviews-page', 'ReviewsPage', 'Reviews', 'w', MessageSquareText),
  screen(staffPaths.waitingReviews, 'reviews/reviews-page', 'ReviewsPage', 'Waiting reviews'),
  screen(staffPaths.shownReviews, 'reviews/reviews-page', 'ReviewsPage', 'Shown reviews'),
  screen(staffPaths.hiddenReviews, 'reviews/reviews-page', 'ReviewsPage', 'Hidden reviews'),

  screen(staffPaths.pages, 'pages/pages-page', 'PagesPage', 'Pages', 't', FileText),
  screen(staffPaths.newPage, 'pages/edit-text-page', 'NewTextPage', 'New page'),
  screen(staffPaths.editPage(':pageId'), 'pages/edit-text-page', 'EditTextPage'),

  screen(staffPaths.settings, 'settings/settings-page', 'SettingsPage', 'Settings', 'e', Settings),
  screen(staffPaths.settingsHistory, 'settings/settings-page', 'SettingsHistoryPage', 'Settings: History'),
  screen(staffPaths.settingGroup(':group'), 'settings/settings-page', 'SettingsPage'),

  screen(staffPaths.audit, 'audit/audit-page', 'AuditPage', 'Audit log', 'a', ScrollText),
]

export interface NamedScreen {
  label: string
  to: string
  key?: string | undefined
}

const settingGroups = Object.entries(SETTING_GROUPS).map(([group, label]) => ({
  label: `Settings: ${label}`,
  to: staffPaths.settingGroup(group),
}))

/** What the palette leads to: screens that need no id, the groups of settings, and the shop. */
export const namedScreens: NamedScreen[] = [
  ...screens.flatMap(({ label, to, key }) => (label ? [{ label, to, key }] : [])),
  ...settingGroups,
  { label: 'Shop', to: paths.home },
]
