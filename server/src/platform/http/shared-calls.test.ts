import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { staffOf } from '../../catalog/products-fixtures.ts'

const shop = startShop({}, undefined, undefined, true)
const { aProduct } = staffOf(shop)
let port: number

beforeAll(async () => {
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  port = (shop.app.server.address() as AddressInfo).port
})

interface Got {
  status: number | undefined
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** From the socket, where answers in memory are served. */
const get = (path: string, headers: Record<string, string> = {}) =>
  new Promise<Got>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers }, answer => {
      const parts: Buffer[] = []
      answer.on('data', part => parts.push(part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }),
      )
    })
      .on('error', reject)
      .end()
  })

const named = async (path: string, headers?: Record<string, string>) => {
  const { body } = await get(path, headers)
  return JSON.parse(body.toString()).data.name
}

const rename = async (id: string, name: string) =>
  shop.app.db.updateTable('products').set({ name }).where('id', '=', id).execute()

describe('an answer that is the same for everybody', () => {
  it('is kept in memory, with the headers of the first one', async () => {
    const { id } = await shop.product({ name: 'Anaar kurta' })
    const path = `/api/products/${id}`
    const first = await get(path)
    await rename(id, 'Changed behind the shop’s back')

    const second = await get(path)

    expect(second.body).toEqual(first.body)
    const { date: _, 'cache-tag': tags, ...headers } = first.headers
    expect(tags).toContain(`product:${id}`)
    expect(second.headers).toMatchObject(headers)
    expect(second.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=utf-8',
    })
  })

  it('is not sent again to a browser that has it, from memory or through the framework', async () => {
    const { id } = await shop.product({})
    const path = `/api/products/${id}`
    const etag = String((await get(path)).headers.etag)
    const customer = await shop.customer()

    for (const cookie of ['', customer.cookie]) {
      const { status, body } = await get(path, { 'if-none-match': etag, cookie })
      expect([status, body.length]).toEqual([304, 0])
    }
  })

  it('is answered anew at the request after a change', async () => {
    const admin = await shop.admin()
    const { data } = await shop.post('/products', await aProduct({ name: 'Before the change' }), admin)
    const path = `/api/products/${data._id}`
    expect(await named(path)).toBe('Before the change')

    await shop.call('PUT', `/products/${data._id}`, { body: { name: 'After the change' }, as: admin })

    expect(await named(path)).toBe('After the change')
  })

  it('is not the one of an admin, who sees more', async () => {
    const { id } = await shop.product({ is_active: false })
    const path = `/api/products/${id}`
    const { cookie } = await shop.admin()

    expect((await get(path)).status).toBe(404)
    const { status, headers } = await get(path, { cookie })
    expect([status, headers['cache-control'], headers.etag]).toEqual([200, 'no-store', undefined])
    expect((await get(path)).status).toBe(404)
  })

  it('is for no other client when it extends or clears a session', async () => {
    const { id } = await shop.product({})
    const { id: user, cookie } = await shop.customer()
    await shop.app.db
      .updateTable('sessions')
      .set({ last_used_at: new Date(Date.now() - 2 * 3_600_000) })
      .where('user_id', '=', user)
      .execute()

    for (const sent of [cookie, 'mela_session=unknown']) {
      const { headers } = await get(`/api/products/${id}`, { cookie: sent })
      expect(headers['set-cookie']).toHaveLength(2)
      expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined])
    }
  })

  it.each([
    ['a parameter that the call does not know', '?x=1'],
    ['more characters than any that comes twice', `?keyword=${'x'.repeat(300)}`],
  ])('is not kept under an address with %s', async (_, search) => {
    const { id } = await shop.product({ name: 'Anaar kurta' })
    const path = `/api/products/${id}${search}`
    await get(path)
    await rename(id, 'Renamed kurta')

    expect(await named(path)).toBe('Renamed kurta')
  })
})

it.each(['GET /auth/options', 'GET /products/cards'])('pages of the shop can make %s in this process', async name => {
  const call = shop.app.sharedCalls.get(name)

  expect(await call?.({ query: { ids: 'f'.repeat(24) } })).toMatchObject({ status: 200, body: { success: true } })
})
