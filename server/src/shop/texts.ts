import {
  type BodyOf,
  type Calls,
  isSpecPage,
  type ListQuery,
  type SettingsAuditEvent,
  SPEC_PAGES,
  type StaffPage,
  TEXT_PAGE_LABELS,
  type TextPageInput,
  textPath,
} from '@mela/contract'
import { sql } from 'kysely'
import { applyChanges, changedAgain, refuseStale } from '../platform/audit/apply-changes.ts'
import { findDeleted, findStates, listEntriesOf, recordAudit } from '../platform/audit/audit-log.ts'
import { violates } from '../platform/database/constraints.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { isoTime } from '../platform/database/days.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, invalid, notFound, refused, ShopError } from '../platform/http/errors.ts'
import { DEFAULT_TEXTS } from './default-texts.ts'

const SPEC_SLUGS = Object.keys(SPEC_PAGES) as (keyof typeof SPEC_PAGES)[]

const specPage = (slug: keyof typeof SPEC_PAGES): StaffPage => ({
  ...{ _id: SPEC_PAGES[slug], slug, seoTitle: '', isPublished: true, version: 0, updatedAt: null },
  ...DEFAULT_TEXTS[slug],
})

/** SPEC's pages come first, then the owner's by their titles. */
export async function listAll(db: Database): Promise<StaffPage[]> {
  const rows = await pages(db).orderBy(sql`lower(title)`).orderBy('id').execute()
  return [
    ...SPEC_SLUGS.map(slug => rows.find(({ _id }) => _id === SPEC_PAGES[slug]) ?? specPage(slug)),
    ...rows.filter(({ slug }) => !isSpecPage(slug)),
  ]
}

/** A draft looks like a missing page. */
export async function findPublished(db: Database, slug: string): Promise<StaffPage> {
  const page = (await findPage(db, { slug })) ?? (isSpecPage(slug) ? specPage(slug) : undefined)
  if (!page?.isPublished) throw noSuchPage()
  return page
}

export async function findForStaff(db: Database, id: string): Promise<StaffPage> {
  const slug = SPEC_SLUGS.find(slug => SPEC_PAGES[slug] === id)
  const page = (await findPage(db, { id })) ?? (slug && specPage(slug))
  if (!page) throw noSuchPage()
  return page
}

export async function listForStaff(db: Database, { page, size, keyword }: ListQuery) {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  const found = (await listAll(db)).filter(({ title, slug, body }) => {
    const text = `${title} ${slug} ${body}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
  return { rows: found.slice((page - 1) * size, page * size), total: found.length }
}

export async function findMovedPage(db: Database, slug: string): Promise<string | undefined> {
  const moved = db.selectFrom('moved_pages').innerJoin('pages', 'pages.id', 'page_id').where('is_published', '=', true)
  const row = await moved.select('pages.slug').where('moved_pages.slug', '=', slug).executeTakeFirst()
  return row?.slug
}

const noSuchPage = () => notFound('Page not found.')

const pages = (db: Database) =>
  db
    .selectFrom('pages')
    .select(['id as _id', 'slug', 'title', 'body', 'version', 'is_published as isPublished'])
    .select(['seo_title as seoTitle', 'seo_description as seoDescription', isoTime('updated_at').as('updatedAt')])

function findPage(db: Database, key: { id: string } | { slug: string }): Promise<StaffPage | undefined> {
  const found = 'id' in key ? pages(db).where('id', '=', key.id) : pages(db).where('slug', '=', key.slug)
  return found.executeTakeFirst()
}

/** Throws `invalid` for an address of SPEC's pages, and a `conflict` for that of another page. */
export async function addPage(db: Database, actor: string, input: BodyOf<Calls['POST /pages']>): Promise<StaffPage> {
  const id = newId()
  const { seoTitle = '', seoDescription = '', isPublished = false, title, body, slug } = input
  const after = { title, slug, body, seoTitle, seoDescription, isPublished }
  refuseReserved(id, after)
  await transact(db, async (db, invalidate) => {
    await writePage(db, id, after)
    if (isPublished) invalidate('shop')
    await recordAudit(db, { actor, action: 'page.created', subject: subjectOf(id), after })
  })
  return findForStaff(db, id)
}

/** Throws a `conflict` when the page was changed since the version was loaded. */
export async function editPage(
  db: Database,
  actor: string,
  id: string,
  { version, ...sent }: BodyOf<Calls['PATCH /pages/:id']>,
): Promise<StaffPage> {
  await change(db, actor, id, page => {
    refuseStale(version, page.version)
    return sent
  })
  return findForStaff(db, id)
}

/** Refused when a value has changed since. */
export async function undoChange(db: Database, actor: string, id: string, entry: number): Promise<StaffPage> {
  const event = await findStates(db, subjectOf(id), entry)
  if (!event?.before || !event.after) throw notFound('There is no such change.')
  const { before, after } = event
  await change(db, actor, id, page => {
    if (changedAgain({ ...page }, after))
      throw conflict('The page was changed again since, so this cannot be undone.', 'cannot_undo')
    return before
  })
  return findForStaff(db, id)
}

async function change(db: Database, actor: string, id: string, next: (page: StaffPage) => object): Promise<void> {
  await transact(db, async (db, invalidate) => {
    await lockPages(db)
    const page = await findForStaff(db, id)
    const before = fieldsOf(page)
    const { after, changed, states } = applyChanges<TextPageInput>(before, next(page))
    refuseReserved(id, after)
    if (changed.length === 0) return
    await writePage(db, id, after, page.slug)
    if (before.isPublished || after.isPublished) invalidate('shop')
    await recordAudit(db, { actor, action: 'page.updated', subject: subjectOf(id), ...states })
  })
}

export async function removePage(db: Database, actor: string, id: string): Promise<void> {
  await transact(db, async (db, invalidate) => {
    await lockPages(db)
    const page = await findForStaff(db, id)
    if (isSpecPage(page.slug)) throw refused('This page can be changed and not deleted.')
    await db.deleteFrom('pages').where('id', '=', id).execute()
    if (page.isPublished) invalidate('shop')
    await recordAudit(db, { actor, action: 'page.deleted', subject: subjectOf(id), before: fieldsOf(page) })
  })
}

/** Throws a `conflict` when the address is taken; a page that is not deleted stays as it is. */
export async function restorePage(db: Database, actor: string, id: string): Promise<StaffPage> {
  await transact(db, async (db, invalidate) => {
    await lockPages(db)
    if (await findPage(db, { id })) return
    const deleted = (await findDeleted(db, `page:${id}`, 'page.deleted')) as TextPageInput | undefined
    if (!deleted) throw noSuchPage()
    await writePage(db, id, deleted)
    if (deleted.isPublished) invalidate('shop')
    await recordAudit(db, { actor, action: 'page.restored', subject: subjectOf(id) })
  })
  return findForStaff(db, id)
}

export async function showHistory(db: Database, id: string, paging: { page: number; size: number }) {
  const page = await findForStaff(db, id)
  const { entries, total } = await listEntriesOf(db, subjectOf(id), paging)
  return {
    total,
    rows: entries.map(({ id, at, actor, before, after }): SettingsAuditEvent => {
      if (!before || !after) return { id, at, actor, changes: [], canUndo: false }
      return { id, at, actor, changes: changesOf(before, after), canUndo: !changedAgain({ ...page }, after) }
    }),
  }
}

function changesOf(before: Partial<TextPageInput>, after: Partial<TextPageInput>) {
  const names = Object.keys(TEXT_PAGE_LABELS) as (keyof TextPageInput)[]
  return names
    .filter(name => name in after)
    .map(name => {
      const [was, is] = [before[name], after[name]]
      const isText = name === 'body' && typeof was === 'string' && typeof is === 'string'
      const shown = isText ? { before: linesOf(was, is), after: linesOf(is, was) } : { before: was, after: is }
      return { name, field: TEXT_PAGE_LABELS[name], ...shown }
    })
}

const LONGEST = 300

/** The lines that the other text does not have. */
function linesOf(text: string, other: string): string {
  const others = new Set(other.split('\n'))
  const lines = text.split('\n').filter(line => !others.has(line))
  const shown = lines.join('\n').trim()
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown
}

function fieldsOf({ title, slug, body, seoTitle, seoDescription, isPublished }: StaffPage): TextPageInput {
  return { title, slug, body, seoTitle, seoDescription, isPublished }
}

/** SPEC's pages are always shown, and no other page has their addresses. */
function refuseReserved(id: string, { slug, isPublished }: TextPageInput): void {
  const own = SPEC_SLUGS.find(slug => SPEC_PAGES[slug] === id)
  if (own && slug !== own) throw invalid({ slug: `The address of this page stays ${textPath(own)}.` })
  if (own && !isPublished) throw invalid({ isPublished: 'This page is always in the shop.' })
  if (!own && isSpecPage(slug))
    throw invalid({ slug: `${textPath(slug)} is a page of its own. Choose another address.` })
}

/** SPEC's pages have no row to lock before they are changed. */
const LOCK = 63_001

const lockPages = (db: Transaction) => sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)

/** The former address leads to the present one. */
async function writePage(db: Database, id: string, fields: TextPageInput, former = fields.slug): Promise<void> {
  const { slug, title, body } = fields
  const { seoTitle: seo_title, seoDescription: seo_description, isPublished: is_published } = fields
  const columns = { slug, title, body, seo_title, seo_description, is_published }
  const changed = { ...columns, version: sql<number>`pages.version + 1`, updated_at: sql<Date>`now()` }
  await db
    .insertInto('pages')
    .values({ id, ...columns })
    .onConflict(page => page.column('id').doUpdateSet(changed))
    .execute()
    .catch(refuseTaken)
  await db.deleteFrom('moved_pages').where('slug', '=', slug).execute()
  if (former === slug) return
  await sql`
    insert into moved_pages (slug, page_id) values (${former}, ${id})
    on conflict (slug) do update set page_id = excluded.page_id`.execute(db)
}

function refuseTaken(error: unknown): never {
  if (!violates(error, 'pages_slug_key')) throw error
  const errors = { slug: 'Another page has this address.' }
  throw new ShopError('conflict', errors.slug, { code: 'slug_taken', errors })
}

const subjectOf = (id: string) => `page:${id}` as const
