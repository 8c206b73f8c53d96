import { type MenuEntry, type MenuItem, paths, type Settings, SPEC_PAGES, SPEC_TITLES, textPath } from '@mela/contract'
import type { Database } from '../platform/database/database.ts'
import { fillIn, placeholderValues } from './placeholders.ts'
import { findList, listPageTitles } from './settings.repository.ts'

/** A page or a category that is not in the shop is left out. */
export async function showMenus(db: Database, settings: Settings) {
  const { menus, legal } = settings
  const ofPages = legal.checkoutPages.map((of): MenuEntry => ({ kind: 'page', label: null, of, to: null }))
  const values = placeholderValues(settings)
  const ids = [...menus.header, ...menus.footer, ...ofPages].flatMap(({ of }) => of ?? [])
  const pages = await listPageTitles(db, ids)
  for (const [slug, title] of Object.entries(SPEC_TITLES)) {
    const id = SPEC_PAGES[slug as keyof typeof SPEC_PAGES]
    if (!pages.has(id)) pages.set(id, { slug, title })
  }

  async function itemOf({ kind, label, of, to }: MenuEntry): Promise<MenuItem[]> {
    if (kind === 'categories') return [['*']]
    if (kind === 'contact') return [['@']]
    if (kind === 'heading') return [[label ?? '']]
    if (kind === 'link') return [[label ?? '', to ?? paths.home]]
    const page = kind === 'page' ? pages.get(of ?? '') : undefined
    if (page) return [[label ?? fillIn(page.title, values), textPath(page.slug)]]
    const category = kind === 'category' ? await findList(db, 'category', of ?? '') : undefined
    return category ? [[label ?? category.name, paths.category(category.slug)]] : []
  }
  const itemsOf = async (entries: MenuEntry[]) => (await Promise.all(entries.map(itemOf))).flat()

  const [headerMenu, footerMenu, checkoutLinks] = await Promise.all([
    itemsOf(menus.header),
    itemsOf(menus.footer),
    itemsOf(ofPages),
  ])
  return { headerMenu, footerMenu: columnsOf(footerMenu), checkoutLinks }
}

/** Each heading begins a column. */
function columnsOf(items: MenuItem[]): MenuItem[][] {
  const starts = items.flatMap(([label, to], index) => (to || label === '*' || label === '@' ? [] : [index]))
  return starts.map((start, column) => items.slice(start, starts[column + 1]))
}
