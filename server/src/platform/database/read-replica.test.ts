import { randomUUID } from 'node:crypto'
import { API_BASE } from '@mela/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { factories } from '../../../test/factories.ts'
import { openReplicatedDatabase, type ReplicatedDatabase } from '../../../test/replicated-database.ts'
import { startShop } from '../../../test/shop.ts'
import { buildApp } from '../../app.ts'
import { checkReplica } from '../../operate/checks.ts'
import { prepareDatabase } from '../../operate/queues.ts'
import { insertSession } from '../../people/sessions.ts'
import { aWebApp } from '../../storefront/pages-fixtures.ts'
import { type Connection, connect, type Database } from './database.ts'
import { catalogChanges, type Tag } from './invalidation.ts'
import { listen } from './listening.ts'
import { openReadReplica, type ReadReplica } from './read-replica.ts'
import { transact } from './transact.ts'

const other = startShop()
let databases: ReplicatedDatabase
let primary: Connection
let replica: ReadReplica
let app: FastifyInstance
let listener: { stop(): void }
let make: ReturnType<typeof factories>
const log = { info: vi.fn(), warn: vi.fn() }
/** How often a connection to the primary was used. */
let uses = 0

/** Times so long that only a test of the limits reaches them. */
const PATIENT = { farBehindMs: 60_000, retryMs: 50 }

beforeAll(async () => {
  databases = await openReplicatedDatabase(async url => {
    const { db, close } = connect(url)
    await prepareDatabase(db)
    await close()
  })
  primary = connect(databases.url)
  primary.pool.on('acquire', () => uses++)
  replica = openReadReplica(databases.replicaUrl, primary.db, { poolSize: 10, log, times: PATIENT })
  listener = await listen(primary.pool, catalogChanges)
  const { env, files, gateways } = other.app
  const { web } = aWebApp()
  app = await buildApp({ db: primary.db, replica, env, files, gateways, web })
  make = factories({ db: primary.db, signIn })
})
afterAll(async () => {
  listener.stop()
  await app.close()
  await replica.close()
  await primary.close()
  await databases.close()
})

async function signIn(id: string) {
  return { id, cookie: `mela_session=${await insertSession(primary.db, id)}` }
}

/** The database that answers a read with these tags. */
async function sourceOf(reads: ReadReplica, ...tags: Tag[]) {
  const { from } = await reads.read(async (db: Database) => {
    await db.selectFrom('products').select('id').limit(1).execute()
    return { tags, from: db }
  })
  return from === primary.db ? 'primary' : 'replica'
}

const isUsed = (reads = replica) =>
  vi.waitFor(async () => expect(await sourceOf(reads, 'catalog')).toBe('replica'), { timeout: 20_000 })

beforeEach(async () => {
  // The previous test's changes are invalidated and replayed.
  await databases.resumeReplay()
  catalogChanges.catalog_changes()
  await isUsed()
})

const get = async (path: string, headers = {}) => {
  const { statusCode, body } = await app.inject({ url: path, headers })
  return { status: statusCode, ...JSON.parse(body) }
}
const nameOn = async (path: string, headers = {}) => (await get(path, headers)).data.name

const rename = (db: Database, id: string, name: string) =>
  db.updateTable('products').set({ name }).where('id', '=', id).execute()

const renameAndTell = (id: string, name: string) =>
  transact(primary.db, async (db, invalidate) => {
    await rename(db, id, name)
    invalidate('catalog', `product:${id}`)
  })

/** A product that the replica has. */
async function aReplicatedProduct(given: Parameters<typeof make.product>[0] = {}) {
  const product = await make.product(given)
  catalogChanges.catalog_changes()
  await isUsed()
  return product
}

describe('a replica that is up to date', () => {
  it('answers every call and page that is the same for everybody', async () => {
    const { slug, id: category_id } = await make.category()
    const { id } = await aReplicatedProduct({ category_id, name: 'Indigo kurta' })
    const paths = [
      ...['/categories', `/categories/${category_id}`, `/categories/slug/${slug}`, `/categories/slug/${slug}/products`],
      ...['/products', '/products/on-sale', '/products/sale-figures', '/products?keyword=indgo%20kurta'],
      ...['/products/suggestions?keyword=indigo', '/products/facets?keyword=kurta', `/products/${id}`],
      `/products/${id}/reviews`,
    ].map(path => API_BASE + path)
    // Settings are read from the primary, once for all requests.
    await app.settings.current()
    uses = 0

    const statuses = []
    for (const path of paths) statuses.push((await get(path)).status)

    expect({ statuses, uses }).toEqual({ statuses: paths.map(() => 200), uses: 0 })
    expect(await nameOn(`/product/${id}`)).toBe('Indigo kurta')
  })

  it('answers no view of staff', async () => {
    const { id } = await aReplicatedProduct({ name: 'Before' })
    const { cookie } = await signIn((await make.user({ role: 'admin' })).id)
    await databases.pauseReplay()
    await rename(primary.db, id, 'After')

    const path = `${API_BASE}/products/${id}`

    expect(await nameOn(path, { cookie })).toBe('After')
    // No change was announced, so the old name proves that the replica has not replayed it.
    expect(await nameOn(path)).toBe('Before')
  })
})

describe('a replica that has not replayed a change', () => {
  it('does not answer what the change concerns, once this instance has made it, and goes on with everything else', async () => {
    const { id } = await aReplicatedProduct({ name: 'Before' })
    const unchanged = await aReplicatedProduct()
    await databases.pauseReplay()
    await get(`/product/${id}`)

    await renameAndTell(id, 'After')

    expect(await nameOn(`/product/${id}`)).toBe('After')
    expect(await nameOn(`${API_BASE}/products/${id}`)).toBe('After')
    expect(await sourceOf(replica, `product:${unchanged.id}`)).toBe('replica')
    await databases.resumeReplay()
    await isUsed()
    expect(await nameOn(`/product/${id}`)).toBe('After')
  })

  it('does not answer what the change of another instance concerns, once its notification is here', async () => {
    const { id } = await aReplicatedProduct({ name: 'Before' })
    await databases.pauseReplay()
    await get(`/product/${id}`)

    await primary.db.transaction().execute(async db => {
      await rename(db, id, 'After')
      await sql`select pg_notify('catalog_changes', ${`another product:${id}`})`.execute(db)
    })

    await vi.waitFor(async () => expect(await nameOn(`/product/${id}`)).toBe('After'))
    await databases.resumeReplay()
    await vi.waitFor(async () => expect(await sourceOf(replica, `product:${id}`)).toBe('replica'))
    expect(await nameOn(`/product/${id}`)).toBe('After')
  })

  it('is not read at all when it is far behind, until it has caught up', async () => {
    const hasty = openReadReplica(databases.replicaUrl, primary.db, { poolSize: 2, log, times: { farBehindMs: 0 } })
    onTestFinished(() => hasty.close())
    await isUsed(hasty)
    const { id } = await aReplicatedProduct()
    await databases.pauseReplay()

    await renameAndTell(id, 'After')

    await vi.waitFor(async () => expect(await sourceOf(hasty, 'product:another')).toBe('primary'))
    await databases.resumeReplay()
    await isUsed(hasty)
  })
})

describe('a replica that fails', () => {
  it('costs no request when it is killed, and is used again when it is back', async () => {
    const { id } = await aReplicatedProduct()
    const statuses = new Set<number>()
    let isOver = false
    async function read() {
      // Each another address, so that none is in memory.
      while (!isOver) {
        statuses.add((await get(`${API_BASE}/products?keyword=${randomUUID().slice(0, 8)}`)).status)
        statuses.add((await get(`${API_BASE}/products/${id}?n=${randomUUID()}`)).status)
      }
    }
    const readers = [read(), read(), read(), read()]
    log.warn.mockClear()

    await databases.killReplica()

    await vi.waitFor(() => expect(log.warn).toHaveBeenCalled())
    expect(await sourceOf(replica, 'catalog')).toBe('primary')
    await databases.restartReplica()
    await isUsed()
    isOver = true
    await Promise.all(readers)
    expect([...statuses]).toEqual([200])
  })

  it('is not read when it is no replica, and the doctor says so', async () => {
    for (const url of [other.databaseUrl, databases.url]) {
      log.warn.mockClear()
      const wrong = openReadReplica(url, primary.db, { poolSize: 1, log, times: PATIENT })
      onTestFinished(() => wrong.close())

      await vi.waitFor(() => expect(log.warn).toHaveBeenCalled())

      expect(await sourceOf(wrong, 'catalog')).toBe('primary')
      const lines = ['Read replica: not read: DATABASE_READ_URL is not a replica, or was promoted.']
      expect(await checkReplica(primary.db, { databaseReadUrl: url })).toEqual([{ isFine: false, lines }])
    }
  })

  it('is not read any more from the first change after it was promoted', async () => {
    const { id } = await aReplicatedProduct({ name: 'Before' })
    await databases.promote()

    await renameAndTell(id, 'After')

    expect(await nameOn(`${API_BASE}/products/${id}`)).toBe('After')
    await vi.waitFor(async () => expect(await sourceOf(replica, 'product:another')).toBe('primary'))
  })
})
