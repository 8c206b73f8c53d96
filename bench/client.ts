import { chromium, type Locator, type Page } from '@playwright/test'
import { BROWSER_FLAGS, findHeadlessBrowser } from '../e2e/browser.ts'
import { openShop, type Result } from './fixtures/open-shop.ts'
import { leaveAvifsOut } from './fixtures/shop-pages.ts'

const SLOWDOWN = 4
const PRESSES = 10
const NAVIGATIONS = 200
const FIRST = 40
const MOST_MS = 100
const MOST_GROWTH = 0.1

/** What a browser on a slow processor takes to answer a press, and what it keeps of pages that were left. */
export async function client(): Promise<Result[]> {
  const shop = await openShop()
  const browser = await chromium.launch({ executablePath: findHeadlessBrowser() ?? '', args: BROWSER_FLAGS })
  const open = async (path: string) => {
    const page = await browser.newPage({ baseURL: shop.url })
    await page.goto(path)
    await page.getByRole('banner').getByRole('combobox').waitFor()
    return page
  }
  try {
    await leaveAvifsOut(shop.databaseUrl)
    const product = await open(`/product/${await plainProduct(shop.url)}`)
    const list = await open('/search?keyword=shirt')
    return [
      await presses('add to cart', product, product.getByRole('button', { name: 'Add to cart' }).first()),
      await presses('a filter', list, list.locator('.filter-links a').first()),
      await navigations(await open('/product-category/clothing')),
    ]
  } finally {
    await browser.close()
    await shop.close()
  }
}

async function plainProduct(url: string): Promise<string> {
  const answer = await fetch(`${url}api/products?size=100`)
  const { data } = (await answer.json()) as { data: { _id: string; stock: number; options: unknown[] }[] }
  const product = data.find(({ stock, options }) => stock > PRESSES && options.length === 0)
  if (!product) throw new Error('The demo has no product without options that is in stock.')
  return product._id
}

/** Of each interaction its longest event; this runs in the page. */
const WATCH = `
  globalThis.took = {}
  new PerformanceObserver(list => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) took[interactionId] = Math.max(took[interactionId] ?? 0, duration)
  }).observe({ type: 'event', durationThreshold: 16 })
`

/** From a press to the next frame, as Interaction to Next Paint counts it: the browser rounds to 8 ms. */
async function presses(name: string, page: Page, button: Locator): Promise<Result> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.evaluate(WATCH)
  for (let done = 0; done < PRESSES; done++) {
    await button.click()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 300)))
  }
  const took: number[] = await page.evaluate('Object.values(took)')
  const [median = 16, most = 16] = [took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)], Math.max(16, ...took)]
  return {
    name: `from a press of ${name} to the next frame, processor ${SLOWDOWN} times slower, median and slowest of ${PRESSES}`,
    figure: `${median} and ${most} ms`,
    limit: `${MOST_MS} ms`,
    holds: most < MOST_MS,
  }
}

/** Between a list and its first product. */
async function navigations(page: Page): Promise<Result> {
  const cdp = await page.context().newCDPSession(page)
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage')
    return (await cdp.send('Runtime.getHeapUsage')).usedSize / 2 ** 20
  }
  let first = 0
  for (let done = 0; done < NAVIGATIONS; done += 2) {
    if (done === FIRST) first = await heap()
    await page.locator('main article a').first().click()
    await page.waitForURL('**/product/*')
    await page.goBack()
    await page.waitForURL('**/product-category/*')
  }
  const last = await heap()
  return {
    name: `live objects of a page after ${FIRST} navigations and after ${NAVIGATIONS}`,
    figure: `${first.toFixed(1)} and ${last.toFixed(1)} MB`,
    limit: `${100 * MOST_GROWTH} % more`,
    holds: last <= first * (1 + MOST_GROWTH),
  }
}
