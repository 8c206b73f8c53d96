import { isDeepStrictEqual } from 'node:util'
import {
  COUNTRIES,
  countriesOf,
  findSetting,
  type HomeInfo,
  type HomeSource,
  type LookSettings,
  type MenuEntry,
  type MenuItem,
  PLACE_GROUPS,
  type Place,
  paths,
  pictureUrl,
  type Settings,
  type SettingsAuditEvent,
  type SettingsChange,
  type ShopInfo,
  SPEC_PAGES,
  SPEC_TITLES,
  settingsChange,
  shopInfoOf,
  textPath,
} from '@mela/contract'
import type { Transaction } from 'kysely'
import { findMedia } from '../media/media-rows.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import { actorOf, findStates, listEntriesOf } from '../platform/audit/subject-history.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, invalid, notFound } from '../platform/http/errors.ts'
import { isStateOf } from './check-address.ts'
import { refuseDeadLinks } from './refuse-dead-links.ts'
import { fillIn, placeholderValues } from './render-text.ts'
import * as repository from './settings.repository.ts'
import { findList, listPageTitles } from './settings.repository.ts'
import { byGroup, changesOf, settingsOf, type Values, valuesOf } from './settings.ts'

interface Takers {
  all: readonly { displayName: string; currencies: ReadonlySet<string> }[]
}

/** Refused when the settings were changed since the version was loaded. */
export async function changeSettings(
  db: Database,
  gateways: Takers,
  actor: string,
  { version, ...sent }: SettingsChange,
): Promise<void> {
  refuseUnpayable(gateways, sent.money?.currency)
  await refuseUnknownZone(db, sent.shop?.timeZone)
  await refuseUnknownPictures(db, valuesOf(sent))
  await refuseUnknownStates('money.taxRates', sent.money?.taxRates ?? [])
  await refuseUnknownStates('delivery.zones', sent.delivery?.zones?.flatMap(({ places }) => places) ?? [])
  await transact(db, async (db, invalidate) => {
    const present = await repository.lockChanges(db)
    if (version !== present.version)
      throw conflict('This item was changed by someone else. Please reload.', 'version_conflict')
    const before = settingsOf(present.changes)
    await refuseDeadLinks(db, valuesOf(before), valuesOf(sent))
    if (await write(db, actor, valuesOf(before), valuesOf(withCountriesOfZones(before, sent))))
      invalidate('shop', 'catalog')
  })
}

/** A country that a zone newly names is sold to as well, unless the change says otherwise. */
function withCountriesOfZones(
  before: Settings,
  sent: Omit<SettingsChange, 'version'>,
): Omit<SettingsChange, 'version'> {
  const countriesIn = (zones: Settings['delivery']['zones']) =>
    zones.flatMap(({ places }) => places.flatMap(({ country }) => countriesOf(country)))
  if (!sent.delivery?.zones || sent.countries?.sold) return sent
  const known = new Set([...before.countries.sold, ...countriesIn(before.delivery.zones)])
  const added = countriesIn(sent.delivery.zones).filter(code => !known.has(code) && code in COUNTRIES)
  if (added.length === 0) return sent
  return { ...sent, countries: { sold: [...before.countries.sold, ...new Set(added)] } }
}

/** Refused when a value has changed since. */
export async function undoChange(db: Database, gateways: Takers, actor: string, id: number): Promise<void> {
  await transact(db, async (db, invalidate) => {
    const { changes, version } = await repository.lockChanges(db)
    const entry = await findStates(db, repository.SUBJECT, id)
    if (!entry?.before || !entry.after) throw notFound('There is no such change.')
    const present = valuesOf(settingsOf(changes))
    const again = changedAgain(present, entry.after)
    if (again) throw conflict(`${labelOf(again)} was changed again since, so this cannot be undone.`, 'cannot_undo')
    const parsed = settingsChange.safeParse({ version, ...byGroup(entry.before) })
    if (!parsed.success) throw conflict('This cannot be undone.', 'cannot_undo')
    const { version: _, ...sent } = parsed.data
    refuseUnpayable(gateways, sent.money?.currency)
    if (await write(db, actor, present, valuesOf(sent))) invalidate('shop', 'catalog')
  })
}

async function write(db: Transaction<Tables>, actor: string, present: Values, sent: Values): Promise<boolean> {
  const changed = Object.keys(sent).filter(
    name => sent[name] !== undefined && !isDeepStrictEqual(sent[name], present[name]),
  )
  if (changed.length === 0) return false
  const of = (values: Values) => Object.fromEntries(changed.map(name => [name, values[name]]))
  await repository.updateChanges(db, changesOf({ ...present, ...of(sent) }))
  const states = { before: of(present), after: of(sent) }
  await recordAudit(db, { actor, action: 'settings.updated', subject: repository.SUBJECT, ...states })
  return true
}

/** Throws for a currency in which a gateway takes no payments. */
function refuseUnpayable({ all }: Takers, currency: string | undefined): void {
  const unable = currency && all.find(({ currencies }) => !currencies.has(currency))
  if (unable) throw invalid({ 'money.currency': `${unable.displayName} takes no payments in ${currency}.` })
}

async function refuseUnknownZone(db: Database, zone: string | undefined): Promise<void> {
  if (zone === undefined || (await repository.isTimeZone(db, zone))) return
  throw invalid({ 'shop.timeZone': 'The database does not know this time zone.' })
}

async function refuseUnknownPictures(db: Database, sent: Values): Promise<void> {
  for (const [name, id] of Object.entries(sent)) {
    if (findSetting(name)?.type.input !== 'picture' || typeof id !== 'string') continue
    if (!(await findMedia(db, id))) throw invalid({ [name]: 'There is no such picture.' })
  }
}

async function refuseUnknownStates(field: string, places: Place[]): Promise<void> {
  for (const { country, state } of places) {
    if (state === null || (!(country in PLACE_GROUPS) && (await isStateOf(country, state)))) continue
    throw invalid({ [field]: `${state} is not a state in addresses of ${placeName(country)}.` })
  }
}

/** A picture that was deleted since counts as none. */
export async function showShop(db: Database, settings: Settings): Promise<ShopInfo> {
  const { look } = settings
  const [logo = null, logoOnDark = null, icon] = await Promise.all(
    [look.logo, look.logoOnDark, look.icon].map(id => findPicture(db, id)),
  )
  const menus = await showMenus(db, settings)
  return { ...shopInfoOf(settings), ...menus, logo, logoOnDark, icon: icon ? pictureUrl(icon.url, 400) : null }
}

/** Callers who may not enter see nothing that the owner is preparing. Address forms still need the places. */
export const bareShop = (shop: ShopInfo): ShopInfo => ({
  ...shop,
  isBare: true,
  ...{ announcement: null, headerMenu: [], footerMenu: [], checkoutLinks: [] },
  zones: shop.zones.map(({ places }) => ({ name: '', places, methods: [] })),
})

const placeName = (code: string) => PLACE_GROUPS[code] ?? COUNTRIES[code] ?? code

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
  const list = isOfList ? await repository.findList(db, kind, of ?? '') : undefined
  if (isOfList && !list) return []
  const source = { kind, of: list?.slug ?? null, products: kind === 'chosen' ? products : [] }
  return [{ section, title: title ?? list?.name ?? SOURCE_TITLES[kind], source }]
}

const SOURCE_TITLES: Record<HomeSource['kind'], string> = {
  newest: 'New in',
  'best-sellers': 'Best sellers',
  sale: 'On sale',
  category: '',
  collection: '',
  chosen: 'Our favourites',
}

export async function showHistory(db: Database, paging: { page: number; size: number }) {
  const { changes } = await repository.findChanges(db)
  const present = valuesOf(settingsOf(changes))
  const { rows, total } = await listEntriesOf(db, repository.SUBJECT, paging)
  return { rows: rows.map(row => toAuditEvent(row, present)), total }
}

type Entry = Awaited<ReturnType<typeof listEntriesOf>>['rows'][number]

function toAuditEvent({ id, at, before, after, ...actor }: Entry, present: Values) {
  return {
    id,
    at: at.toISOString(),
    actor: actorOf(actor),
    changes: Object.entries(after ?? {}).map(([name, value]) => ({
      ...{ name, field: labelOf(name) },
      ...{ before: before?.[name] ?? null, after: value },
    })),
    canUndo: !!before && !!after && changedAgain(present, after) === undefined,
  } satisfies SettingsAuditEvent
}

/** Another change may have set the field since. */
const changedAgain = (present: Values, after: Values): string | undefined =>
  Object.keys(after).find(name => !isDeepStrictEqual(present[name], after[name]))

const labelOf = (name: string) => findSetting(name)?.label ?? name

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
