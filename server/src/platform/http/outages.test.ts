import { API_BASE } from '@mela/contract'
import type { FastifyInstance } from 'fastify'
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
