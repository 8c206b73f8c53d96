export const SETTING_GROUPS = {
  shop: 'Shop',
  look: 'Look',
  menus: 'Menus',
  money: 'Money',
  payments: 'Payments',
  delivery: 'Delivery',
  countries: 'Countries',
  orders: 'Orders',
  search: 'Search',
  security: 'Security',
  legal: 'Legal',
} as const
export type SettingGroupName = keyof typeof SETTING_GROUPS
