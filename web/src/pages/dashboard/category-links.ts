import { staffPaths } from '@mela/contract'

export const categoryLinks = [
  { to: staffPaths.categories, label: 'All Categories' },
  { to: staffPaths.collections, label: 'Collections' },
]
