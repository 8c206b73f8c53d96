import {
  type HomeInfo,
  type LookSettings,
  type MenuEntry,
  type MenuItem,
  paths,
  pictureUrl,
  type Settings,
  type ShopInfo,
  SPEC_PAGES,
  SPEC_TITLES,
  shopInfoOf,
  textPath,
} from '@mela/contract'
import { sql } from 'kysely'
import { findMedia } from '../media/media-rows.ts'
import type { Database } from '../platform/database/database.ts'
import { fillIn, placeholderValues } from './render-text.ts'
import { calendarSettingsOf, shippingCalendarOf } from './shipping-calendar.ts'

/** A picture that was deleted since counts as none. */
export async function showShop(db: Database, settings: Settings): Promise<ShopInfo> {
  const { look } = settings
  const [logo = null, logoOnDark = null, icon] = await Promise.all(
    [look.logo, look.logoOnDark, look.icon].map(id => findPicture(db, id)),
  )
  const menus = await showMenus(db, settings)
  const calendar = await shippingCalendarOf(calendarSettingsOf(settings))
  return {
    ...shopInfoOf(settings),
    ...menus,
    ...(calendar && { calendar }),
    logo,
    logoOnDark,
    icon: icon ? pictureUrl(icon.url, 400) : null,
  }
}

/** Callers who may not enter see nothing that the owner is preparing. Address forms still need the places. */
export const bareShop = (shop: ShopInfo): ShopInfo => ({
  ...shop,
  isBare: true,
  ...{ announcement: null, headerMenu: [], footerMenu: [], checkoutLinks: [] },
  zones: shop.zones.map(({ places }) => ({ name: '', places, methods: [] })),
})

const findPicture = async (db: Database, id: string | null) =>
  id === null ? null : ((await findMedia(db, id)) ?? null)

/** A picture that was deleted since counts as none. */
export async function showHome(db: Database, look: LookSettings): Promise<HomeInfo> {
  const [picture = null, pictureOnPhones = null] = await Promise.all(
    [look.heroPicture, look.heroPictureOnPhones].map(id => findPicture(db, id)),
  )
  return {
    hero: {
      eyebrow: look.heroEyebrow,
      title: look.heroTitle,
      text: look.heroText,
      action: look.heroAction,
      link: look.heroLink,
      ...{ picture, pictureOnPhones },
    },
    sections: (await Promise.all(look.homeSections.map(section => showSection(db, section)))).flat(),
  }
}

type Section = LookSettings['homeSections'][number]

/** Empty for a section that is off, or whose list is hidden or deleted. */
async function showSection(db: Database, { section, isShown, ...shown }: Section): Promise<HomeInfo['sections']> {
  const { title, source: kind, of, products } = shown
  if (!isShown) return []
  if (kind === null) return [{ section, title }]
  const isOfList = kind === 'category' || kind === 'collection'
  const list = isOfList ? await findList(db, kind, of ?? '') : undefined
  if (isOfList && !list) return []
  const source = { kind, of: list?.slug ?? null, products: kind === 'chosen' ? products : [] }
  return [{ section, title: title ?? list?.name ?? SOURCE_TITLES[kind] ?? '', source }]
}

const SOURCE_TITLES: Partial<Record<NonNullable<Section['source']>, string>> = {
  newest: 'New in',
  'best-sellers': 'Best sellers',
  sale: 'On sale',
  chosen: 'Our favourites',
}

/** A page or a category that is not in the shop is left out. */
async function showMenus(db: Database, settings: Settings) {
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

async function findList(db: Database, kind: 'category' | 'collection', id: string) {
  const { rows } = await sql<{ name: string; slug: string }>`
    select name, slug from collections where ${kind} = 'collection' and id = ${id} and not is_hidden
    union all
    select category.name, category.slug from categories category left join categories parent on parent.id = category.parent_id
    where ${kind} = 'category' and category.id = ${id} and not category.is_hidden and parent.is_hidden is not true`.execute(
    db,
  )
  return rows[0]
}

async function listPageTitles(db: Database, ids: string[]) {
  const { rows } = await sql<{ id: string; slug: string; title: string }>`
    select id, slug, title from pages where id = any(${ids}) and is_published`.execute(db)
  return new Map(rows.map(({ id, ...page }) => [id, page]))
}
