import {
  type BodyOf,
  type Calls,
  type Collection,
  type CollectionInput,
  type CollectionRule,
  NO_RULE,
  type StaffCollection,
  toCents,
} from '@mela/contract'
import { sql } from 'kysely'
import { applyChanges, refuseStale } from '../platform/audit/apply-changes.ts'
import { findDeleted, recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { countRows, newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { invalid, notFound } from '../platform/http/errors.ts'
import { refuseDiscounted, refusingTaken } from './category-rows.ts'
import { inIndex } from './search/product-index.ts'

type CollectionRow = Omit<StaffCollection, 'count'>
type CollectionFields = { [Name in keyof CollectionInput]-?: Exclude<CollectionInput[Name], undefined> }

export const countProducts = (db: Database, rule: CollectionRule): Promise<number> =>
  countRows(inIndex(db, { rule }, {}, []))

/** The active products of these collections. */
export async function listCollectionProducts(db: Database, ids: string[]): Promise<string[]> {
  const rules = await collections(db).where('id', '=', sql<string>`any(${ids})`).execute()
  const found = await Promise.all(rules.map(rule => inIndex(db, { rule }, {}, []).select('product_id').execute()))
  return [...new Set(found.flat().map(({ product_id }) => product_id))]
}

/** Which of the products are in each collection now, also in a hidden one. */
export async function listProductsOfCollections(
  db: Database,
  ids: string[],
  products: string[],
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await collections(db).where('id', '=', sql<string>`any(${ids}::text[])`).execute()
  const members = rows.map(async row => {
    const found = inIndex(db, { rule: row, among: products }, {}, []).select('product_index.product_id')
    return [row._id, (await found.execute()).map(({ product_id }) => product_id)] as const
  })
  return new Map(await Promise.all(members))
}

/** A hidden collection looks like a missing one. */
export async function findShown(db: Database, slug: string): Promise<CollectionRow | undefined> {
  const found = await find(db, 'slug', slug)
  return found?.isHidden ? undefined : found
}

export async function requireShown(db: Database, slug: string): Promise<CollectionRow> {
  const found = await findShown(db, slug)
  if (!found) throw noSuchCollection()
  return found
}

export async function showCollection(db: Database, row: CollectionRow): Promise<Collection> {
  const { _id, name, slug, description, seoTitle, seoDescription } = row
  return { _id, name, slug, description, seoTitle, seoDescription, count: await countProducts(db, row) }
}

export async function showStaffCollections(db: Database): Promise<StaffCollection[]> {
  const rows = await collections(db).orderBy(sql`lower(name)`).execute()
  return Promise.all(rows.map(row => counted(db, row)))
}

export async function addCollection(db: Database, actor: string, input: CollectionInput): Promise<StaffCollection> {
  const id = newId()
  const { after } = applyChanges<CollectionFields>({ ...NOTHING, name: input.name, slug: input.slug }, input)
  await transact(db, async (db, invalidate) => {
    await insert(db, id, after)
    invalidate('catalog')
    await recordAudit(db, { actor, action: 'collection.created', subject: `collection:${id}`, after })
  })
  return showOne(db, id)
}

const NOTHING = {
  ...{ description: '', maxPrice: null, newDays: null, tag: null, onSale: false },
  ...{ isHidden: false, seoTitle: '', seoDescription: '' },
}

export async function editCollection(
  db: Database,
  actor: string,
  id: string,
  { version, ...sent }: BodyOf<Calls['PATCH /collections/:id']>,
): Promise<StaffCollection> {
  await transact(db, async (db, invalidate) => {
    const { _id, version: present, ...before } = await lock(db, id)
    refuseStale(version, present)

    const { after, changed, states } = applyChanges<CollectionFields>(before, sent)
    if (after.maxPrice === null && after.newDays === null && after.tag === null && !after.onSale)
      throw invalid({ maxPrice: NO_RULE })
    if (changed.length === 0) return
    const columns = { ...columnsOf(after), version: sql<number>`version + 1` }
    await refusingTaken('collection', db.updateTable('collections').set(columns).where('id', '=', id).execute())
    invalidate('catalog')
    await recordAudit(db, { actor, action: 'collection.updated', subject: `collection:${id}`, ...states })
  })
  return showOne(db, id)
}

export async function removeCollection(db: Database, actor: string, id: string): Promise<void> {
  await transact(db, async (db, invalidate) => {
    const { _id, version, ...before } = await lock(db, id)
    await refuseDiscounted(db, { id, name: before.name })
    await db.deleteFrom('collections').where('id', '=', id).execute()
    invalidate('catalog')
    await recordAudit(db, { actor, action: 'collection.deleted', subject: `collection:${id}`, before })
  })
}

export async function restoreCollection(db: Database, actor: string, id: string): Promise<StaffCollection> {
  await transact(db, async (db, invalidate) => {
    if (await find(db, 'id', id)) return
    const deleted = (await findDeleted(db, `collection:${id}`, 'collection.deleted')) as CollectionFields | undefined
    if (!deleted) throw noSuchCollection()
    await insert(db, id, deleted)
    invalidate('catalog')
    await recordAudit(db, { actor, action: 'collection.restored', subject: `collection:${id}` })
  })
  return showOne(db, id)
}

async function showOne(db: Database, id: string): Promise<StaffCollection> {
  const row = await find(db, 'id', id)
  if (!row) throw noSuchCollection()
  return counted(db, row)
}

const counted = async (db: Database, row: CollectionRow) => ({ ...row, count: await countProducts(db, row) })

const noSuchCollection = () => notFound('Collection not found.')

const collections = (db: Database) =>
  db
    .selectFrom('collections')
    .select(['id as _id', 'name', 'slug', 'description', 'tag', 'version', 'new_days as newDays', 'on_sale as onSale'])
    .select(['is_hidden as isHidden', 'seo_title as seoTitle', 'seo_description as seoDescription'])
    .select(sql<number | null>`max_price_cents / 100.0::float8`.as('maxPrice'))

const find = (db: Database, column: 'id' | 'slug', value: string): Promise<CollectionRow | undefined> =>
  collections(db).where(column, '=', value).executeTakeFirst()

async function lock(db: Transaction, id: string): Promise<CollectionRow> {
  const row = await collections(db).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw noSuchCollection()
  return row
}

async function insert(db: Transaction, id: string, fields: CollectionFields): Promise<void> {
  const row = { id, ...columnsOf(fields) }
  await refusingTaken('collection', db.insertInto('collections').values(row).execute())
}

const columnsOf = ({ name, slug, description, tag, ...fields }: CollectionFields) => ({
  ...{ name, slug, description, tag },
  max_price_cents: fields.maxPrice === null ? null : toCents(fields.maxPrice),
  new_days: fields.newDays,
  on_sale: fields.onSale,
  is_hidden: fields.isHidden,
  seo_title: fields.seoTitle,
  seo_description: fields.seoDescription,
})
