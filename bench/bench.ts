import { cachedPage } from './cached-page.ts'
import { openShop } from './open-shop.ts'
import { renderedPage } from './rendered-page.ts'

/** Each measurement is a ratio or a time against a stated limit, taken in this one run, one after the other. */
const shop = await openShop()
try {
  const results = [
    await cachedPage(shop.url, 'br'),
    await cachedPage(shop.url, 'identity'),
    await renderedPage(shop.databaseUrl),
  ]
  for (const { name, figure, limit, holds } of results) {
    process.stdout.write(`${holds ? 'holds' : 'FAILS'}  ${name}: ${figure} (limit ${limit})\n`)
  }
  process.exitCode = results.every(({ holds }) => holds) ? 0 : 1
} finally {
  await shop.close()
}
