import { staffPaths } from '@mela/contract'
import { useRefreshAfter } from '../../../lib/query-keys.ts'

export const useAfterPageChange = () => useRefreshAfter('pages', 'audit')

export const pageLinks = [
  { to: staffPaths.pages, label: 'All Pages' },
  { to: staffPaths.settingGroup('menus'), label: 'Menus' },
]
