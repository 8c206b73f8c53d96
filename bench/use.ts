import { type CDPSession, chromium, type Page } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from '../e2e/browser.ts'
import { openShop, type Result } from './fixtures/open-shop.ts'
import { productPaths, untilPicturesAreMade } from './fixtures/shop-pages.ts'

const SLOWER = 4
const ROUNDS = 5
const MOST_MS = 100
const FIRST = 40
const NAVIGATIONS = 200
const MOST_GROWTH = 0.1
const SETTLING_MS = 100

/** Measures the delay from a press to the next paint on a slow phone, and script memory after many navigations. */
export async function use(): Promise<Result[]> {
  const shop = await openShop()
  const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: BROWSER_FLAGS })
  try {
    await untilPicturesAreMade(shop.databaseUrl)
    const { rated = '' } = await productPaths(shop)
    const open = async (path: string) => {
      const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 390, height: 844 } })
      const page = await context.newPage()
      await page.goto(path, { waitUntil: 'networkidle' })
      return page
    }
    const add = async () => {
      const page = await open(rated)
      return longestOf(page, () => page.getByRole('button', { name: 'Add to cart' }).first().click())
    }
    const filter = async () => {
      const page = await open('/product-category/clothing')
      await page.getByRole('button', { name: 'Filter and sort' }).click()
      return longestOf(page, () => page.getByRole('link', { name: /^On sale/ }).click())
    }
    return [
      interaction('add to cart', await inRounds(add)),
      interaction('a filter', await inRounds(filter)),
      await memoryOf(await open('/')),
    ]
  } finally {
    await browser.close()
    await shop.close()
  }
}

async function inRounds(measure: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await measure())
  return times.sort((a, b) => a - b)
}

function interaction(name: string, times: number[]): Result {
  const median = times[Math.floor(ROUNDS / 2)] ?? 0
  return {
    name: `interaction to next paint of ${name}, the processor ${SLOWER} times slower, median of ${ROUNDS} fresh pages`,
    figure: `${median} ms (${times.join(', ')})`,
    limit: `${MOST_MS} ms`,
    holds: median < MOST_MS,
  }
}

const NOTE_DURATIONS = `durations = []
  new PerformanceObserver(list => durations.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'event', durationThreshold: 16 })`

/** The longest interaction after the press in milliseconds, as the browser reports it: rounded to a multiple of 8. */
async function longestOf(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(NOTE_DURATIONS)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await press()
  await page.waitForTimeout(15 * SETTLING_MS)
  const durations = await page.evaluate<number[]>('durations')
  await page.context().close()
  return Math.max(0, ...durations)
}

/** Script memory while links lead to a category, a product, the cart and home in turn, without loading a document. */
async function memoryOf(page: Page): Promise<Result> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const sizes: number[] = []
  for (let done = 0; done < NAVIGATIONS; done += 4) {
    for (const start of ['/product-category/', '/products/', '/cart', '/']) await go(page, start)
    if ((done + 4) % FIRST === 0) sizes.push(await heapOf(session))
  }
  const [first = 0, most] = [sizes[0], Math.max(...sizes)]
  return {
    name: `script memory after ${FIRST} navigations, and after each ${FIRST} more up to ${NAVIGATIONS}`,
    figure: `${sizes.map(size => size.toFixed(1)).join(', ')} MB`,
    limit: `${100 * MOST_GROWTH} % more than after the first`,
    holds: most <= first * (1 + MOST_GROWTH),
  }
}

/** Clicks the first link whose path starts with `start`; the router navigates. */
async function go(page: Page, start: string) {
  const link = page.locator(start === '/' ? 'a[href="/"]' : `a[href^="${start}"]`).first()
  await link.dispatchEvent('click')
  await page.waitForURL(({ pathname }) => (start === '/' ? pathname === '/' : pathname.startsWith(start)))
  await page.waitForTimeout(SETTLING_MS)
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 2 ** 20
}
