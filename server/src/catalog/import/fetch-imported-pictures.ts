import querystring from 'node:querystring'
import { importedProduct, type Product, staffProductCalls, storable } from '@mela/contract'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { FileStore } from '../../media/file-store.ts'
import { storePicture } from '../../media/media-library.ts'
import type { PictureMaker } from '../../media/picture-maker.ts'
import { UnfitPicture } from '../../media/pictures.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import type { Database } from '../../platform/database/database.ts'
import { transact } from '../../platform/database/transact.ts'
import { ShopError } from '../../platform/http/errors.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { listProductsAsSet } from '../planned-prices/save-under-plans.ts'
import { fieldsOf } from '../product-fields.ts'
import { writeProductChanges } from '../save-product.ts'
import { fetchPicture, UnfitAddress } from './fetch-picture.ts'
import { pictureQueue } from './imports.ts'

const AT_ONCE = 4
const SLICE_MS = 20_000

interface Tools {
  db: Database
  files: FileStore
  pictures: PictureMaker
  fetch?: typeof fetchPicture
  /** Aborted when no further picture may be started. */
  slice?: AbortSignal
}

/** Fetches for some seconds, and leaves the rest to the next job. */
export async function fetchImportedPictures(tools: Tools, importId: string): Promise<void> {
  const { db } = tools
  const found = await db.selectFrom('imports').select('actor_id').where('id', '=', importId).executeTakeFirst()
  if (!found) return
  const slice = tools.slice ?? AbortSignal.timeout(SLICE_MS)
  const limit = pLimit(AT_ONCE)
  while (!slice.aborted) {
    const next = await waiting(db, importId).select('product_id').orderBy('product_id').limit(1).executeTakeFirst()
    if (!next) return
    const { product_id: productId } = next
    const pictures = await listWaitingOf(db, importId, productId)
    const missing = pictures.filter(({ state, media_id }) => state === 'waiting' || !media_id)
    const fetchNext = async (picture: WaitingPicture) =>
      slice.aborted || fetchOne(tools, found.actor_id, productId, picture)
    // All that run end, so that a retry of the job meets none.
    const ended = await Promise.allSettled(missing.map(picture => limit(fetchNext, picture)))
    for (const one of ended) if (one.status === 'rejected') throw one.reason
    if (slice.aborted) break
    await attachFetched(db, found.actor_id, importId, productId).catch(async error => {
      if (!(error instanceof ShopError)) throw error
      const addresses = pictures.map(({ address }) => address)
      await setState(db, productId, addresses, { state: 'failed', reason: error.message })
    })
  }
  await enqueue(db, pictureQueue, { import: importId })
}

async function fetchOne(
  { db, files, pictures, fetch = fetchPicture }: Tools,
  actor: string,
  productId: string,
  { address, alt }: WaitingPicture,
): Promise<void> {
  try {
    const bytes = await fetch(address)
    const name = nameOf(address, alt)
    const media = await storePicture(db, { files, pictures }, { bytes, name, alt: name, actor })
    await setState(db, productId, [address], { state: 'fetched', media_id: media._id })
  } catch (error) {
    const isExpected = error instanceof UnfitAddress || error instanceof UnfitPicture || error instanceof ShopError
    if (!isExpected) throw error
    await setState(db, productId, [address], { state: 'failed', reason: error.message.slice(0, 300) })
  }
}

const LONGEST_NAME = 120

function nameOf(address: string, alt: string): string {
  const end = address.split(/[?#]/)[0]?.split('/').at(-1) || 'picture'
  return storable(alt.trim() || querystring.unescape(end)).slice(0, LONGEST_NAME)
}

/** Product and variants get their pictures in one change. */
async function attachFetched(db: Database, actor: string, importId: string, productId: string): Promise<void> {
  await transact(db, async (db, invalidate) => {
    const next = await listWaitingOf(db, importId, productId)
    const fetched = next.filter(({ media_id }) => media_id)
    const addresses = next.map(({ address }) => address)
    const [product] = await listProductsAsSet(db, [productId])
    await setState(db, productId, addresses, { state: 'done' })
    if (!product || fetched.length === 0) return
    const body = staffProductCalls['PUT /products/:productId'].body.parse(withPictures(product, fetched))
    const { auditEvent } = await writeProductChanges({ db, invalidate, actor }, productId, body, importedProduct)
    await recordAudit(db, auditEvent)
  })
}

function withPictures(product: Product, fetched: WaitingPicture[]) {
  const fields = fieldsOf(product)
  const ids = fetched.flatMap(({ media_id }) => media_id ?? [])
  const [first, ...rest] = fields.thumbnail ? [fields.thumbnail, ...ids] : ids
  const gallery = [...new Set([...fields.gallery, ...rest])].filter(id => id !== first)
  const mediaOf = (values: string[]) =>
    fetched.find(({ variants }) => variants.some(one => isSame(one, values)))?.media_id ?? undefined
  const variants = product.variants.flatMap(({ _id, options, media }) => {
    const id = media ? undefined : mediaOf(product.options.map(({ name }) => options[name] ?? ''))
    return id ? [[_id, id] as const] : []
  })
  const chosen = new Map(variants)
  return {
    thumbnail: first,
    gallery,
    ...(chosen.size > 0 && {
      variants: fields.variants.map(one => ({ ...one, media: chosen.get(one._id ?? '') ?? one.media })),
    }),
  }
}

const isSame = (one: string[], values: string[]) =>
  values.length > 0 && values.every((value, n) => value.toLowerCase() === (one[n] ?? '').trim().toLowerCase())

type WaitingPicture = Awaited<ReturnType<typeof listWaitingOf>>[number]

const listWaitingOf = (db: Database, importId: string, productId: string) =>
  waiting(db, importId)
    .select(['address', 'alt', 'variants', 'media_id', 'state'])
    .where('product_id', '=', productId)
    .orderBy('position')
    .execute()

const waiting = (db: Database, importId: string) =>
  db.selectFrom('imported_pictures').where('import_id', '=', importId).where('state', 'in', ['waiting', 'fetched'])

async function setState(
  db: Database,
  productId: string,
  addresses: string[],
  to: { state: 'fetched' | 'failed' | 'done'; media_id?: string; reason?: string },
): Promise<void> {
  await db
    .updateTable('imported_pictures')
    .set({ reason: null, ...to })
    .where('product_id', '=', productId)
    .where('address', '=', sql<string>`any(${addresses})`)
    .execute()
}
