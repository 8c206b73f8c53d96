import { signIn } from '../fixtures/admin.ts'
import { openShop, type Result } from '../fixtures/open-shop.ts'
import { productPaths, untilPicturesAreMade } from '../fixtures/shop-pages.ts'
import { cachedPage } from './cached-page.ts'
import { renderedPage } from './rendered-page.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

const CARDS = '/search?size=24'

/** Measures the rate of cached pages of the demo, and the CPU time to render a page. */
export async function pages(): Promise<Result[]> {
  const shop = await openShop()
  try {
    await untilPicturesAreMade(shop.databaseUrl)
    const { rated = '' } = await productPaths(shop)
    return [
      await cachedPage(shop, '', 'br'),
      await cachedPage(shop, '', 'identity'),
      await cachedPage(shop, '', 'revalidated'),
      await cachedPage(shop, rated.slice(1), 'br'),
      await cachedPage(shop, 'product-category/clothing', 'br'),
      await cachedPage(shop, 'search?keyword=shirt', 'br'),
      await cachedPage(shop, 'api/products?view=card&size=20', 'br'),
      await cachedPage(shop, `api${rated.replace('products', 'products/slug')}`, 'br'),
      await cachedPage(shop, 'api/categories', 'revalidated'),
      await renderedPage(shop.databaseUrl, 'a page of 24 cards', CARDS, 3),
      await renderedPage(shop.databaseUrl, 'a product', rated),
      ...(await onSale(shop, rated)),
    ]
  } finally {
    await shop.close()
  }
}

/** Measures the pages while a planned sale reduces everything, and products show the lowest price of 30 days. */
async function onSale({ url, databaseUrl }: Shop, rated: string): Promise<Result[]> {
  const cookie = await signIn(url)
  const call = async (method: string, path: string, body?: object) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const answer = await fetch(`${url}api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { data: unknown }).data
  }
  const { version } = (await call('GET', 'settings')) as { version: number }
  await call('PATCH', 'settings', { version, money: { showsLowestPrice: true } })
  const products = (await call('GET', 'products?size=100')) as { _id: string }[]
  const ids = products.map(({ _id }) => _id)
  await call('POST', 'planned-prices', {
    ...{ name: 'Sale', kind: 'percent', value: 10, target: { kind: 'products', ids } },
    ...{ begins: '2020-01-01T00:00', ends: '2099-01-01T00:00' },
  })
  return [
    await renderedPage(databaseUrl, 'a page of 24 cards in a planned sale', CARDS),
    await renderedPage(databaseUrl, 'a product in it, with its lowest price', rated),
  ]
}
