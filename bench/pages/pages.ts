import { openShop, type Result } from '../fixtures/open-shop.ts'
import { productPaths, untilPicturesAreMade } from '../fixtures/shop-pages.ts'
import { cachedPage } from './cached-page.ts'
import { renderedPage } from './rendered-page.ts'

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
      await renderedPage(shop.databaseUrl),
    ]
  } finally {
    await shop.close()
  }
}
