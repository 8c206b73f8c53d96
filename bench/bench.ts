import { cachedPage } from './cached-page.ts'
import { corrections } from './corrections.ts'
import { firstViews } from './first-views.ts'
import { openShop, type Result } from './fixtures/open-shop.ts'
import { untilPicturesAreMade } from './fixtures/shop-pages.ts'
import { orders } from './orders/orders.ts'
import { renderedPage } from './rendered-page.ts'
import { search } from './search.ts'
import { staff } from './staff.ts'
import { uploads } from './uploads.ts'

/** All measurements of `npm run bench`, or the named ones: `npm run bench -- search`. */
const measurements = { pages, 'first-views': firstViews, search, corrections, staff, orders, uploads }

async function pages(): Promise<Result[]> {
  const shop = await openShop()
  try {
    await untilPicturesAreMade(shop.databaseUrl)
    return [
      await cachedPage(shop.url, 'br'),
      await cachedPage(shop.url, 'identity'),
      await cachedPage(`${shop.url}api/products?view=card&size=20`, 'br', 'answer'),
      await renderedPage(shop.databaseUrl),
    ]
  } finally {
    await shop.close()
  }
}

/** Each measurement is a ratio or a time against a limit, taken in this run, one after the other. */
const asked = process.argv.slice(2)
for (const [name, measure] of Object.entries(measurements)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  for (const { name, figure, limit, holds } of await measure()) {
    process.stdout.write(`${holds ? 'holds' : 'FAILS'}  ${name}: ${figure} (limit ${limit})\n`)
    if (!holds) process.exitCode = 1
  }
}
