import { staffPaths } from '@mela/contract'

export const pageLinks = [
  { to: staffPaths.pages, label: 'All Pages' },
  { to: staffPaths.settingGroup('menus'), label: 'Menus' },
]
