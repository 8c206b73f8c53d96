import { API_BASE } from '@mela/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aCableTo } from '../../../test/cable.ts'
import { startShop } from '../../../test/shop.ts'
import { buildApp } from '../../app.ts'
import { aWebApp } from '../../storefront/pages-fixtures.ts'
import { type Connection, connect } from '../database/database.ts'
import { catalogChanges } from '../database/invalidation.ts'
import { listen } from '../database/listening.ts'

describe('a shop whose database is away', () => {
  const shop = startShop()
  let cable: Awaited<ReturnType<typeof aCableTo>>
  let connection: Connection
  let app: FastifyInstance
  let stopListening: () => void

  beforeAll(async () => {
    cable = await aCableTo(shop.databaseUrl)
    connection = connect(cable.url)
    const { web } = aWebApp()
    const { env, files, gateways } = shop.app
    app = await buildApp({ db: connection.db, env: { ...env, logLevel: 'silent' }, files, gateways, web })
    const listener = await listen(connection.pool, catalogChanges, { retryMs: 20 })
    stopListening = listener.stop
  })

  afterAll(async () => {
    stopListening()
    await app.close()
    await connection.close()
    await cable.cut()
  })

  const get = (url: string, headers = {}) => app.inject({ url, headers })

  it('answers calls with 503, cached pages as before, other pages with 503, and recovers by itself', async () => {
    const { id } = await shop.product()
    const { cookie } = await shop.customer()
    const known = `/product/${id}`
    expect((await get(known)).statusCode).toBe(200)

    await cable.cut()

    const away = {
      success: false,
      message: 'The shop cannot reach its database right now. Please try again in a moment.',
      code: 'database_unavailable',
    }
    for (const path of ['/products', '/users/current-user', '/health']) {
      const answer = await get(API_BASE + path, { cookie })
      expect(answer.json(), path).toMatchObject(away)
      expect([answer.statusCode, answer.headers['retry-after']], path).toEqual([503, '5'])
    }
    expect((await get(known)).statusCode).toBe(200)
    const unknown = await get('/search?keyword=shirt')
    expect([unknown.statusCode, unknown.headers['retry-after']]).toEqual([503, '5'])
    expect(unknown.body).toContain('The shop is away for a moment')

    await cable.mend()

    await vi.waitFor(async () => expect((await get(`${API_BASE}/health`)).statusCode).toBe(200))
    expect((await get('/search?keyword=shirt')).statusCode).toBe(200)
    expect((await get(`${API_BASE}/users/current-user`, { cookie })).statusCode).toBe(200)
  })
})

describe('a shop whose disk is full', () => {
  const shop = startShop({ LOG_LEVEL: 'silent' })
  const full = {
    status: 503,
    success: false,
    message: 'The shop has no room left on its disk, so nothing was saved. Please try again later.',
    code: 'disk_full',
  }

  it('reports it when the database cannot write, and accepts the same call later', async () => {
    await sql`
      create function be_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(shop.db)
    await sql`create trigger be_full before insert on reviews execute function be_full()`.execute(shop.db)
    const { id } = await shop.product()
    const customer = await shop.customer()
    const review = { title: 'Fits very well', rating: 5, comment: 'Worn twice a week since, and it still looks new.' }
    const submit = () => shop.post(`/products/${id}/reviews`, review, customer)

    const refused = await submit()
    await sql`drop trigger be_full on reviews`.execute(shop.db)

    expect(refused).toMatchObject(full)
    expect(refused.headers['retry-after']).toBe('60')
    expect(await submit()).toMatchObject({ status: 201 })
  })
})
