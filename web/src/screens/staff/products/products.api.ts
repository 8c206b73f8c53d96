import { staffPaths } from '@mela/contract'

export const productLinks = [
  { to: staffPaths.products, label: 'Active' },
  { to: staffPaths.productsOnSale, label: 'On Sale' },
  { to: staffPaths.inactiveProducts, label: 'Inactive' },
  { to: staffPaths.plannedPrices, label: 'Planned Sales' },
]
