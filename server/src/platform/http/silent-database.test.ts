import { API_BASE } from '@mela/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aCableTo } from '../../../test/cable.ts'
import { startShop } from '../../../test/shop.ts'
import { buildApp } from '../../app.ts'
import { aWebApp } from '../../storefront/pages-fixtures.ts'
import type { WebApp } from '../../storefront/web-app.ts'
import { type Connection, connect } from '../database/database.ts'

const shop = startShop()
let cable: Awaited<ReturnType<typeof aCableTo>>
const opened: { close(): Promise<unknown> }[] = []

beforeEach(async () => {
  cable = await aCableTo(shop.databaseUrl)
})
afterEach(async () => {
  for (const part of opened.splice(0).reverse()) await part.close()
  await cable.cut()
})

function aConnection(options: Parameters<typeof connect>[1]): Connection {
  const connection = connect(cable.url, options)
  opened.push(connection)
  return connection
}

async function anInstance({ db }: Connection, web: WebApp): Promise<FastifyInstance> {
  const { env, files, gateways } = shop.app
  const app = await buildApp({ db, env: { ...env, logLevel: 'silent' }, files, gateways, web })
  opened.push(app)
  return app
}

describe('a shop whose database connections fell silent without closing', () => {
  it('answers every page and call in a bounded time, and goes on with new connections', async () => {
    const { web } = aWebApp()
    const app = await anInstance(aConnection({ answerMs: 2000 }), web)
    const statusOf = async (path: string) => (await app.inject(path)).statusCode
    const pages = Array.from({ length: 24 }, (_, n) => `/search?page=${n + 1}`)
    await Promise.all(pages.map(statusOf))

    cable.silence()
    const meanwhile = await Promise.all(pages.map(page => statusOf(`${page}&size=7`)))
    const call = await statusOf(`${API_BASE}/health`)

    expect(meanwhile).toContain(503)
    expect([200, 503]).toContain(call)
    await vi.waitFor(async () => expect(await statusOf(`${API_BASE}/health`)).toBe(200), 10_000)
    expect(await Promise.all(pages.map(page => statusOf(`${page}&size=9`)))).toEqual(pages.map(() => 200))
  }, 30_000)
})

describe('a statement of a request', () => {
  it('is ended by the database when it takes too long, and the answer says that it is slow', async () => {
    const { web } = aWebApp()
    const app = await anInstance(aConnection({ answerMs: 500 }), web)
    const answer = await shop.db.transaction().execute(async db => {
      await sql`lock table categories in access exclusive mode`.execute(db)
      return app.inject(`${API_BASE}/categories`)
    })

    expect(answer.json()).toMatchObject({
      success: false,
      message: 'The shop takes too long to answer right now. Please try again in a moment.',
    })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect((await app.inject(`${API_BASE}/categories`)).statusCode).toBe(200)
  })
})
