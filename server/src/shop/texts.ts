import {
  type BodyOf,
  type createTextPage,
  isSpecPage,
  type ListQuery,
  SPEC_PAGES,
  type StaffPage,
  type StaffPageRow,
  type TextPageInput,
  textPath,
  type updateTextPage,
} from '@mela/contract'
import { type Selectable, sql, type Transaction } from 'kysely'
import { findDeleted, recordAudit } from '../platform/audit/audit-log.ts'
import { findStates } from '../platform/audit/subject-history.ts'
import { violates } from '../platform/database/constraints.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Tables } from '../platform/database/tables.ts'
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
  const rows = await listPages(db)
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
  return { rows: found.slice((page - 1) * size, page * size).map(toRow), total: found.length }
}

const toRow = ({ _id, slug, title, isPublished, updatedAt }: StaffPage): StaffPageRow => ({
  ...{ _id, slug, title, isPublished, updatedAt },
})

/** Throws `invalid` for an address of SPEC's pages, and a `conflict` for that of another page. */
export async function addPage(db: Database, actor: string, input: BodyOf<typeof createTextPage>): Promise<StaffPage> {
  const id = newId()
  const { seoTitle = '', seoDescription = '', isPublished = false, title, body, slug } = input
  const after = { title, slug, body, seoTitle, seoDescription, isPublished }
  refuseReserved(id, after)
  await transact(db, async (db, invalidate) => {
    await insertPage(db, id, after)
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
  { version, ...sent }: BodyOf<typeof updateTextPage>,
): Promise<StaffPage> {
  await change(db, actor, id, page => {
    if (version !== page.version)
      throw conflict('This item was changed by someone else. Please reload.', 'version_conflict')
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
    if (!isAsAfter(page, after))
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
    const given = Object.entries(next(page)).filter(([, value]) => value !== undefined)
    const after: TextPageInput = { ...before, ...Object.fromEntries(given) }
    refuseReserved(id, after)
    const changed = FIELDS.filter(name => before[name] !== after[name])
    if (changed.length === 0) return
    await (page.version === 0 ? insertPage(db, id, after) : updatePage(db, id, after))
    if (before.isPublished || after.isPublished) invalidate('shop')
    const pick = (fields: TextPageInput) => Object.fromEntries(changed.map(name => [name, fields[name]]))
    const states = { before: pick(before), after: pick(after) }
    await recordAudit(db, { actor, action: 'page.updated', subject: subjectOf(id), ...states })
  })
}

export async function removePage(db: Database, actor: string, id: string): Promise<void> {
  await transact(db, async (db, invalidate) => {
    await lockPages(db)
    const page = await findForStaff(db, id)
    if (isSpecPage(page.slug)) throw refused('This page can be changed and not deleted.')
    await deletePage(db, id)
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
    await insertPage(db, id, deleted)
    if (deleted.isPublished) invalidate('shop')
    await recordAudit(db, { actor, action: 'page.restored', subject: subjectOf(id) })
  })
  return findForStaff(db, id)
}

export const FIELDS = ['title', 'slug', 'body', 'seoTitle', 'seoDescription', 'isPublished'] as const

function fieldsOf({ title, slug, body, seoTitle, seoDescription, isPublished }: StaffPage): TextPageInput {
  return { title, slug, body, seoTitle, seoDescription, isPublished }
}

export const isAsAfter = (page: StaffPage, after: object): boolean =>
  Object.entries(after).every(([name, value]) => page[name as keyof StaffPage] === value)

/** SPEC's pages are always shown, and no other page has their addresses. */
function refuseReserved(id: string, { slug, isPublished }: TextPageInput): void {
  const own = SPEC_SLUGS.find(slug => SPEC_PAGES[slug] === id)
  if (own && slug !== own) throw invalid({ slug: `The address of this page stays ${textPath(own)}.` })
  if (own && !isPublished) throw invalid({ isPublished: 'This page is always in the shop.' })
  if (!own && isSpecPage(slug))
    throw invalid({ slug: `${textPath(slug)} is a page of its own. Choose another address.` })
}

const noSuchPage = () => notFound('Page not found.')

/** SPEC's pages have no row to lock before they are changed. */
const LOCK = 63_001

const lockPages = (db: Transaction<Tables>) => sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)

async function listPages(db: Database): Promise<StaffPage[]> {
  const rows = await db.selectFrom('pages').selectAll().orderBy(sql`lower(title)`).orderBy('id').execute()
  return rows.map(toPage)
}

async function findPage(db: Database, key: { id: string } | { slug: string }): Promise<StaffPage | undefined> {
  const all = db.selectFrom('pages').selectAll()
  const row = await ('id' in key ? all.where('id', '=', key.id) : all.where('slug', '=', key.slug)).executeTakeFirst()
  return row && toPage(row)
}

async function insertPage(db: Database, id: string, fields: TextPageInput): Promise<void> {
  await refusingTaken(
    db
      .insertInto('pages')
      .values({ id, ...columnsOf(fields) })
      .execute(),
  )
  await db.deleteFrom('moved_pages').where('slug', '=', fields.slug).execute()
}

/** The former address leads to the present one. */
async function updatePage(db: Database, id: string, fields: TextPageInput): Promise<void> {
  const { slug } = await db.selectFrom('pages').select('slug').where('id', '=', id).executeTakeFirstOrThrow()
  const changed = { ...columnsOf(fields), version: sql<number>`version + 1`, updated_at: sql<Date>`now()` }
  await refusingTaken(db.updateTable('pages').set(changed).where('id', '=', id).execute())
  await db.deleteFrom('moved_pages').where('slug', '=', fields.slug).execute()
  if (slug === fields.slug) return
  await db
    .insertInto('moved_pages')
    .values({ slug, page_id: id })
    .onConflict(moved => moved.column('slug').doUpdateSet({ page_id: id }))
    .execute()
}

async function deletePage(db: Database, id: string): Promise<void> {
  await db.deleteFrom('pages').where('id', '=', id).execute()
}

/** Slugs are keyed by the earlier one. */
export async function listMovedPages(db: Database): Promise<Map<string, string>> {
  const moved = db.selectFrom('moved_pages').innerJoin('pages', 'pages.id', 'page_id').where('is_published', '=', true)
  const rows = await moved.select(['moved_pages.slug as earlier', 'pages.slug as present']).execute()
  return new Map(rows.map(({ earlier, present }) => [earlier, present]))
}

async function refusingTaken(write: Promise<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (!violates(error, 'pages_slug_key')) throw error
    const errors = { slug: 'Another page has this address.' }
    throw new ShopError('conflict', errors.slug, { code: 'slug_taken', errors })
  }
}

export async function listSizes(db: Database, addresses: string[]) {
  const rows = await db
    .selectFrom('media')
    .select(['file', 'width', 'height'])
    .where('file', 'in', [...addresses.map(address => address.replace(/^\/media\//, '')), ''])
    .execute()
  return new Map(rows.map(({ file, width, height }) => [`/media/${file}`, { width, height }]))
}

export const subjectOf = (id: string) => `page:${id}` as const

function toPage({ id, slug, title, body, version, ...row }: Selectable<Tables['pages']>): StaffPage {
  return {
    ...{ _id: id, slug, title, body, version },
    seoTitle: row.seo_title,
    seoDescription: row.seo_description,
    isPublished: row.is_published,
    updatedAt: row.updated_at.toISOString(),
  }
}

const columnsOf = ({ slug, title, body, ...fields }: TextPageInput) => ({
  ...{ slug, title, body },
  seo_title: fields.seoTitle,
  seo_description: fields.seoDescription,
  is_published: fields.isPublished,
})
