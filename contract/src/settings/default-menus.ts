import { paths } from '../shared/paths.ts'
import { SPEC_PAGES } from '../shared/text-paths.ts'
import type { MenuEntry, MenuSettings } from './settings.ts'

type Page = keyof typeof SPEC_PAGES

const entry = (kind: MenuEntry['kind'], label: string | null = null): MenuEntry => ({ kind, label, of: null, to: null })
const page = (slug: Page): MenuEntry => ({ ...entry('page'), of: SPEC_PAGES[slug] })
const sale: MenuEntry = { ...entry('link', 'Sale'), to: paths.sale }

export const DEFAULT_MENUS: MenuSettings = {
  header: [entry('categories'), sale],
  footer: [
    ...[entry('heading', 'Shop'), entry('categories'), sale],
    ...[entry('heading', 'Help'), page('contact'), page('privacy-policy'), page('terms-of-service')],
    ...[entry('heading', 'Say hello'), entry('contact'), page('about')],
  ],
}
