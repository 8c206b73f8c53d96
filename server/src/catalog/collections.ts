import {
  type BodyOf,
  type Collection,
  type CollectionFields,
  type CollectionInput,
  type CollectionRule,
  NO_RULE,
  type ProductListQuery,
  type StaffCollection,
  type updateCollection,
} from '@mela/contract'
import { findDeleted, recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Tag } from '../platform/database/invalidation.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, invalid, notFound } from '../platform/http/errors.ts'
import * as collections from './collection-rows.ts'
import { countRows, inIndex } from './search/product-index.ts'
import { showProducts } from './show-products.ts'

type Row = collections.CollectionRow

export const countProducts = (db: Database, rule: CollectionRule): Promise<number> =>
  countRows(inIndex(db, { rule }, {}, []))

/** Any product changes a collection's list, and midnight when its rule counts days. */
export const tagsOf = ({ newDays }: CollectionRule): Tag[] => (newDays === null ? ['catalog'] : ['catalog', 'day'])

/** A hidden collection looks like a missing one. */
export async function findShown(db: Database, slug: string): Promise<Row> {
  const found = await collections.findCollection(db, { slug })
  if (!found || found.isHidden) throw notFound('Collection not found.')
  return found
}

export async function showCollection(db: Database, row: Row): Promise<Collection> {
  const { _id, name, slug, description, seoTitle, seoDescription } = row
  return { _id, name, slug, description, seoTitle, seoDescription, count: await countProducts(db, row) }
}

export const showCollectionProducts = (db: Database, rule: Row, query: ProductListQuery) =>
  showProducts(db, { rule }, query)

export async function showStaffCollections(db: Database): Promise<StaffCollection[]> {
  return Promise.all((await collections.listCollections(db)).map(row => counted(db, row)))
}

const counted = async (db: Database, row: Row): Promise<StaffCollection> => ({
  ...row,
  count: await countProducts(db, row),
})

export async function addCollection(db: Database, actor: string, input: CollectionInput): Promise<StaffCollection> {
  const id = newId()
  const after = { ...NOTHING, ...withoutGaps(input) } as CollectionFields
  await transact(db, async (db, invalidate) => {
    await collections.insertCollection(db, id, after)
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
  { version, ...sent }: BodyOf<typeof updateCollection>,
): Promise<StaffCollection> {
  await transact(db, async (db, invalidate) => {
    const row = await collections.lockCollection(db, id)
    if (!row) throw noSuchCollection()
    if (version !== undefined && version !== row.version)
      throw conflict('This item was changed by someone else. Please reload.', 'version_conflict')

    const { _id, version: _, ...before } = row
    const after: CollectionFields = { ...before, ...withoutGaps(sent) }
    if (after.maxPrice === null && after.newDays === null && after.tag === null && !after.onSale)
      throw invalid({ maxPrice: NO_RULE })
    const changed = (Object.keys(after) as (keyof CollectionFields)[]).filter(key => before[key] !== after[key])
    if (changed.length === 0) return
    await collections.updateCollection(db, id, after)
    invalidate('catalog')
    const pick = (fields: CollectionFields) => Object.fromEntries(changed.map(key => [key, fields[key]]))
    const change = { before: pick(before), after: pick(after) }
    await recordAudit(db, { actor, action: 'collection.updated', subject: `collection:${id}`, ...change })
  })
  return showOne(db, id)
}

export async function removeCollection(db: Database, actor: string, id: string): Promise<void> {
  await transact(db, async (db, invalidate) => {
    const row = await collections.lockCollection(db, id)
    if (!row) throw noSuchCollection()
    const { _id, version, ...before } = row
    await collections.deleteCollection(db, id)
    invalidate('catalog')
    await recordAudit(db, { actor, action: 'collection.deleted', subject: `collection:${id}`, before })
  })
}

export async function restoreCollection(db: Database, actor: string, id: string): Promise<StaffCollection> {
  await transact(db, async (db, invalidate) => {
    if (await collections.lockCollection(db, id)) return
    const deleted = (await findDeleted(db, `collection:${id}`, 'collection.deleted')) as CollectionFields | undefined
    if (!deleted) throw noSuchCollection()
    await collections.insertCollection(db, id, deleted)
    invalidate('catalog')
    await recordAudit(db, { actor, action: 'collection.restored', subject: `collection:${id}` })
  })
  return showOne(db, id)
}

async function showOne(db: Database, id: string): Promise<StaffCollection> {
  const row = await collections.findCollection(db, { id })
  if (!row) throw noSuchCollection()
  return counted(db, row)
}

const withoutGaps = (sent: object): Partial<CollectionFields> =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))

const noSuchCollection = () => notFound('Collection not found.')
