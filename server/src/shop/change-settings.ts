import {
  areaStarts,
  COUNTRIES,
  countriesOf,
  findSetting,
  isSpecPage,
  listTakers,
  type MenuEntry,
  type OwnerProof,
  offeredGateways,
  PLACE_GROUPS,
  type Place,
  paths,
  type Settings,
  type SettingsAuditEvent,
  type SettingsChange,
  SHARED,
  settingsChange,
  takesTransfers,
  type WayToPay,
} from '@mela/contract'
import { type RawBuilder, sql } from 'kysely'
import { findMedia } from '../media/media-rows.ts'
import { beginProof } from '../people/prove-owner.ts'
import type { SessionUser } from '../people/session-user.ts'
import { type Caller, lockOwner } from '../people/sessions.ts'
import { applyChanges, changedAgain, refuseStale } from '../platform/audit/apply-changes.ts'
import { findStates, listEntriesOf, recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, invalid, notFound } from '../platform/http/errors.ts'
import type { Env } from '../platform/runtime/env.ts'
import { isStateOf } from './check-address.ts'
import {
  byGroup,
  changesOf,
  findChanges,
  lockChanges,
  SUBJECT,
  settingsOf,
  updateChanges,
  type Values,
  valuesOf,
} from './settings.ts'
import { refuseUsedTaxClasses } from './tax-classes.ts'

interface Takers {
  all: readonly { name: WayToPay; displayName: string; currencies: ReadonlySet<string> }[]
}

/** A stolen session must not change where the money of customers goes. What is refused without proof takes no code. */
export async function requireProof(
  { db, env, gateways }: { db: Database; env: Env; gateways: Takers },
  user: SessionUser,
  change: SettingsChange,
  proof: OwnerProof,
): Promise<void> {
  const { version, ...sent } = change
  const present = await findChanges(db)
  refuseStale(version, present.version)
  if (!applyChanges(valuesOf(settingsOf(present.changes)), valuesOf(sent)).changed.some(needsProof)) return
  const takeCode = await beginProof(db, env, user, proof)
  await refuseChange(db, gateways, present, change)
  await takeCode()
}

const needsProof = (name: string) => findSetting(name)?.needsProof === true

/** Refused when the settings were changed since the version was loaded. */
export async function changeSettings(
  db: Database,
  gateways: Takers,
  { user, token }: Caller,
  change: SettingsChange,
): Promise<void> {
  const { version: _, ...sent } = change
  await refuseUnknownZone(db, sent.shop?.timeZone)
  await refuseUnknownPictures(db, valuesOf(sent))
  await transact(db, async (db, invalidate) => {
    await lockOwner(db, user.id, token)
    const present = await lockChanges(db)
    const before = await refuseChange(db, gateways, present, change)
    if (await write(db, user.id, valuesOf(before), valuesOf(withCountriesOfZones(before, sent))))
      invalidate('shop', 'catalog')
  })
}

/** Answers the settings that the change is made to. */
async function refuseChange(
  db: Database,
  gateways: Takers,
  present: Awaited<ReturnType<typeof lockChanges>>,
  { version, ...sent }: SettingsChange,
): Promise<Settings> {
  refuseStale(version, present.version)
  const before = settingsOf(present.changes)
  refuseUnpayable(gateways, before, sent)
  if (sent.payments) await refuseEmptyAccount(db, before.payments, sent.payments)
  await refuseDeadLinks(db, valuesOf(before), valuesOf(sent))
  await checkPricing(db, before, sent)
  return before
}

/** Refuses rules of tax and delivery that name what is not there, or leave out what is used. */
export async function checkPricing(
  db: Database,
  before: Settings,
  sent: Pick<SettingsChange, 'money' | 'delivery'>,
): Promise<void> {
  const { money, delivery } = sent
  refuseUnknownStates('money.taxRates', money?.taxRates ?? [])
  refuseUnknownStates('money.taxClasses', money?.taxClasses?.flatMap(({ rates }) => rates) ?? [])
  refuseUnknownStates('money.taxState', money?.taxState ? [{ country: 'IN', state: money.taxState }] : [])
  refuseUnknownStates('delivery.zones', delivery?.zones?.flatMap(({ places }) => places) ?? [])
  if (money) refuseSplitWithoutState({ ...before.money, ...money })
  refuseUnknownShippingClass(before, sent)
  if (money?.taxClasses) await refuseUsedTaxClasses(db, before.money.taxClasses, money.taxClasses)
}

/** Every delivery would be one to another state. */
function refuseSplitWithoutState({ splitsGst, taxCountry, taxState }: Settings['money']): void {
  if (splitsGst && taxCountry === 'IN' && !taxState)
    throw invalid({ 'money.taxState': 'Enter the state of the shop: within it GST is split into CGST and SGST.' })
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
    const { changes, version } = await lockChanges(db)
    const entry = await findStates(db, SUBJECT, id)
    if (!entry?.before || !entry.after) throw notFound('There is no such change.')
    if (Object.keys(entry.before).some(needsProof))
      throw conflict('Please enter the account again: this cannot be undone.', 'cannot_undo')
    const present = valuesOf(settingsOf(changes))
    const again = changedAgain(present, entry.after)
    if (again) throw conflict(`${labelOf(again)} was changed again since, so this cannot be undone.`, 'cannot_undo')
    const parsed = settingsChange.safeParse({ version, ...byGroup(entry.before) })
    if (!parsed.success) throw conflict('This cannot be undone.', 'cannot_undo')
    const { version: _, ...sent } = parsed.data
    refuseUnpayable(gateways, settingsOf(changes), sent)
    await checkPricing(db, settingsOf(changes), sent)
    if (await write(db, actor, present, valuesOf(sent))) invalidate('shop', 'catalog')
  })
}

async function write(db: Transaction, actor: string, present: Values, sent: Values): Promise<boolean> {
  const { after, changed, states } = applyChanges(present, sent)
  if (changed.length === 0) return false
  await updateChanges(db, changesOf(after))
  await recordAudit(db, { actor, action: 'settings.updated', subject: SUBJECT, ...states })
  return true
}

/** Refuses a transfer without an account, and what leaves ways to pay on offer of which none takes the shop's currency. */
function refuseUnpayable(
  { all }: Takers,
  before: Settings,
  { money, payments }: Omit<SettingsChange, 'version'>,
): void {
  const after = { money: { ...before.money, ...money }, payments: { ...before.payments, ...payments } }
  const { currency } = after.money
  const transfer = payments?.ways?.find(({ way, isOn }) => isOn && way === 'transfer')
  const account = { currency: transfer?.currencies[0] ?? currency }
  if (transfer && !offeredGateways(after.payments, account).includes('transfer')) {
    const needs =
      after.payments.upiId !== null && account.currency !== 'INR'
        ? `A UPI ID takes rupees alone. In ${account.currency} bank transfer needs an IBAN or an account number, and its holder`
        : 'Bank transfer needs an account and its holder'
    throw invalid({ 'payments.ways': `${needs}: please save both first, below.` })
  }
  const unable = all.find(({ name }) => after.payments.ways.some(({ way, isOn }) => isOn && way === name))
  if (!unable || listTakers(after, all).length > 0) return
  if (!money?.currency && listTakers(before, all).length === 0) return
  const field = money?.currency ? 'money.currency' : `payments.${payments?.ways ? 'ways' : 'iban'}`
  throw invalid({
    [field]: `${unable.displayName} takes no payments in ${currency}, nor does any other way that is on.`,
  })
}

const ACCOUNT = ['accountHolder', 'iban', 'accountNumber', 'upiId'] as const

/** Orders and emails that ask for a transfer name the present account. */
async function refuseEmptyAccount(
  db: Database,
  before: Settings['payments'],
  sent: NonNullable<SettingsChange['payments']>,
): Promise<void> {
  const emptied = ACCOUNT.find(name => before[name] !== null && sent[name] === null)
  if (!emptied) return
  const waiting = await db
    .selectFrom('payments')
    .select(['currency', sql<number>`count(*)::int`.as('orders')])
    .where(sql<boolean>`gateway = 'transfer' and gateway_mode = 'live' and status = 'pending' and problem is null`)
    .groupBy('currency')
    .execute()
  const lost = waiting.filter(({ currency }) => !takesTransfers({ ...before, ...sent }, currency))
  const count = lost.reduce((sum, { orders }) => sum + orders, 0)
  if (count === 0) return
  const waits = count === 1 ? '1 order waits' : `${count} orders wait`
  throw invalid({
    [`payments.${emptied}`]: `${waits} for a transfer to this account. Take bank transfer off the checkout instead, and empty this once they are paid or cancelled.`,
  })
}

/** PostgreSQL must know the time zone, too. */
async function refuseUnknownZone(db: Database, zone: string | undefined): Promise<void> {
  if (zone === undefined) return
  const { rows } = await sql`select from pg_timezone_names where name = ${zone}`.execute(db)
  if (rows.length === 0) throw invalid({ 'shop.timeZone': 'The database does not know this time zone.' })
}

async function refuseUnknownPictures(db: Database, sent: Values): Promise<void> {
  for (const [name, id] of Object.entries(sent)) {
    if (findSetting(name)?.type.input !== 'picture' || typeof id !== 'string') continue
    if (!(await findMedia(db, id))) throw invalid({ [name]: 'There is no such picture.' })
  }
}

function refuseUnknownStates(field: string, places: Place[]): void {
  for (const { country, state } of places) {
    if (state === null || (!(country in PLACE_GROUPS) && isStateOf(country, state))) continue
    throw invalid({ [field]: `${state} is not a state in addresses of ${placeName(country)}.` })
  }
}

/** Delivery would be taxed as a standard product. */
function refuseUnknownShippingClass({ money }: Settings, sent: Pick<SettingsChange, 'money'>): void {
  const { shippingTaxClass, taxClasses } = { ...money, ...sent.money }
  const isAsked = sent.money && ('taxClasses' in sent.money || 'shippingTaxClass' in sent.money)
  if (!isAsked || shippingTaxClass === null || shippingTaxClass === SHARED) return
  if (taxClasses.every(({ name }) => name !== shippingTaxClass))
    throw invalid({ 'money.shippingTaxClass': 'There is no such class.' })
}

const placeName = (code: string) => PLACE_GROUPS[code] ?? COUNTRIES[code] ?? code

export async function showHistory(db: Database, paging: { page: number; size: number }) {
  const { changes } = await findChanges(db)
  const present = valuesOf(settingsOf(changes))
  const { entries, total } = await listEntriesOf(db, SUBJECT, paging)
  const rows = entries.map(({ id, at, actor, before, after }): SettingsAuditEvent => {
    const changes = Object.entries(after ?? {}).map(([name, value]) => {
      return { name, field: labelOf(name), before: before?.[name] ?? null, after: value }
    })
    const canUndo = !!before && !!after && !Object.keys(after).some(needsProof) && !changedAgain(present, after)
    return { id, at, actor, changes, canUndo }
  })
  return { rows, total }
}

const labelOf = (name: string) => findSetting(name)?.label ?? name

const PATHS = new Set<string>([
  ...Object.values(paths).filter(path => typeof path === 'string'),
  ...Object.values(areaStarts),
])

/** Links that stand as they were are not asked about again. */
async function refuseDeadLinks(db: Database, before: Values, sent: Values): Promise<void> {
  const known = new Set(listLinks(before).map(([, link]) => link))
  const errors: Record<string, string> = {}
  for (const [field, link] of listLinks(sent)) {
    const fault = link?.startsWith('/') && !known.has(link) ? await faultOf(db, link) : undefined
    if (fault) errors[field] = fault
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

function listLinks(values: Values): [field: string, link: string | null][] {
  return Object.entries(values).flatMap(([name, value]): [string, string | null][] => {
    const input = findSetting(name)?.type.input
    if (input === 'link') return [[name, value as string | null]]
    return input === 'menu' ? (value as MenuEntry[]).map(({ to }, index) => [`${name}.${index}.to`, to]) : []
  })
}

async function faultOf(db: Database, link: string): Promise<string | undefined> {
  const path = pathOf(link)
  if (path !== undefined && PATHS.has(path)) return undefined
  const [, kind = '', slug, ...rest] = path?.split('/') ?? []
  const found = slug && rest.length === 0 && Object.hasOwn(FIND, kind) ? FIND[kind] : undefined
  if (!found || !slug) return `The shop has no page at ${path ?? link}.`
  const [what, find, whenHidden] = found
  const [page] = (await find(slug).execute(db)).rows
  if (!page) return `There is no such ${what}.`
  return page.isShown ? undefined : whenHidden
}

/** Undefined for a path that cannot be read. */
function pathOf(link: string): string | undefined {
  try {
    return decodeURIComponent(new URL(link, 'http://shop').pathname).replace(/(?<=.)\/$/, '')
  } catch {
    return undefined
  }
}

type Shown = RawBuilder<{ isShown: boolean }>

/** Former addresses lead on. The media library may hold what a link offers for reading. */
const FIND: Record<string, [what: string, find: (slug: string) => Shown, whenHidden?: string]> = {
  product: [
    'product',
    id => sql`select is_active as "isShown" from products where id = ${id} and deleted_at is null`,
    'This product is inactive: shoppers do not find it.',
  ],
  products: [
    'product',
    slug => sql`
      select is_active as "isShown" from products join product_slugs on product_id = products.id
      where product_slugs.slug = ${slug} and deleted_at is null`,
    'This product is inactive: shoppers do not find it.',
  ],
  'product-category': [
    'category',
    slug => sql`
      select not category.is_hidden and parent.is_hidden is not true as "isShown"
      from categories category left join categories parent on parent.id = category.parent_id where category.slug = ${slug}
      union all select true from moved_categories where slug = ${slug}`,
    'This category is hidden: shoppers do not find it.',
  ],
  collections: [
    'collection',
    slug => sql`select not is_hidden as "isShown" from collections where slug = ${slug}`,
    'This collection is hidden: shoppers do not find it.',
  ],
  pages: [
    'page',
    slug => sql`
      select is_published as "isShown" from pages where slug = ${slug}
      union all select true from moved_pages where slug = ${slug}
      union all select true where ${isSpecPage(slug)}`,
    'This page is a draft: publish it first.',
  ],
  media: ['picture', file => sql`select true as "isShown" from media where file = ${file}`],
}
