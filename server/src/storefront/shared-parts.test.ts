import { API_BASE } from '@mela/contract'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { buildApp } from '../app.ts'
import { transact } from '../platform/database/transact.ts'
import { readEnv } from '../platform/runtime/env.ts'
import { aWebApp } from './pages-fixtures.ts'
import type { Exchange } from './web-app.ts'

const shop = startShop()
const { web, render } = aWebApp()
let app: Awaited<ReturnType<typeof buildApp>>
let ask: (exchange: Exchange) => Promise<{ status: number; body: unknown }>

/** Pages that print the first products of a category by the call for related products. */
beforeAll(async () => {
  const env = readEnv({ LOG_LEVEL: 'error' })
  const setTransport: typeof web.setTransport = transport => {
    ask = transport
  }
  app = await buildApp({
    ...{ db: shop.app.db, env, files: shop.app.files, gateways: shop.gateways },
    web: { ...web, setTransport },
  })
  await app.ready()
  render.mockImplementation(async url => {
    const { body } = await ask(relatedTo(new URL(url).searchParams.get('keyword') ?? ''))
    return { status: 200, html: JSON.stringify(body), isWhole: true }
  })
  return () => app.close()
})

const relatedTo = (slug: string): Exchange => ({
  name: 'GET /categories/slug/:slug/products',
  ...{ params: { slug }, query: { page: '1', size: '9', view: 'card' } },
  path: `${API_BASE}/categories/slug/${slug}/products?page=1&size=9&view=card`,
})

let count = 0
/** On a page of its own, so that only parts of it are in memory. */
async function namesOn(slug: string): Promise<string[]> {
  const { body } = await app.inject(`/search?keyword=${slug}&page=${++count}`)
  return JSON.parse(body).data.map(({ name }: { name: string }) => name)
}

describe('the related products of a page', () => {
  it('are asked for again after any change while their answer was under way', async () => {
    const category = await shop.category()
    const { id } = await shop.product({ category_id: category.id, name: 'Before' })
    const call = app.sharedCalls.get('GET /categories/slug/:slug/products')
    if (!call) throw new Error('There is no such call.')
    const held = Promise.withResolvers<void>()
    const asked = vi.fn(async (...input: Parameters<typeof call>) => {
      const answer = await call(...input)
      await held.promise
      return answer
    })
    app.sharedCalls.set('GET /categories/slug/:slug/products', asked)
    const early = namesOn(category.slug)
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
    await transact(shop.app.db, async (db, invalidate) => {
      await db.updateTable('products').set({ name: 'After' }).where('id', '=', id).execute()
      invalidate(`product:${id}`)
    })
    app.sharedCalls.set('GET /categories/slug/:slug/products', call)

    const late = await namesOn(category.slug)
    held.resolve()
    await early

    expect(late).toEqual(['After'])
    expect(await namesOn(category.slug)).toEqual(['After'])
  })
})
