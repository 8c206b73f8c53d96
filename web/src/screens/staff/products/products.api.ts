import { staffPaths } from '@mela/contract'

/** The lists of products, in the header of each of their screens. */
export const productLinks = [
  { to: staffPaths.products, label: 'Active' },
  { to: staffPaths.productsOnSale, label: 'On Sale' },
  { to: staffPaths.inactiveProducts, label: 'Inactive' },
]
