import { writeFile } from 'node:fs/promises'
import { type Browser, type BrowserContext, test as base, type Page, type TestInfo } from '@playwright/test'

interface TestFixtures {
  kept: KeptContext
  /** Whether the test has a context of its own, with an empty cache. */
  isFresh: boolean
  /** What a context is opened with. */
  options: object
  /** A page of another person, who shares nothing with `page`. */
  theirs: Page
}

interface WorkerFixtures {
  keptContext: (options: object) => Promise<KeptContext>
}

interface KeptContext {
  context: BrowserContext
  open(): Promise<Page>
  /** Those of the test. */
  pages(): Page[]
  /** Closes the pages and deletes cookies and what pages stored. The cache stays. */
  empty(): Promise<void>
}

/**
 * Tests of a worker that have the same options use one context after the other. Playwright's `reuseContext` empties the cache between
 * tests, so that each loads and compiles the scripts again.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  isFresh: [false, { option: true }],
  keptContext: [({ browser }, use) => use(keepContexts(browser)), { scope: 'worker' }],
  options: ({ baseURL, viewport, colorScheme, javaScriptEnabled, hasTouch, isMobile, contextOptions }, use) =>
    use({ baseURL, viewport, colorScheme, javaScriptEnabled, hasTouch, isMobile, contextOptions }),
  kept: async ({ browser, keptContext, isFresh, options }, use, info) => {
    const kept = isFresh ? await openFresh(browser) : await keptContext(options)
    await use(kept)
    await describePages(kept.pages(), 'page', info)
    await kept.empty()
  },
  context: ({ kept }, use) => use(kept.context),
  page: async ({ kept }, use) => use(await kept.open()),
  theirs: async ({ keptContext, options }, use, info) => {
    const { open, pages, empty } = await keptContext({ ...options, person: 'another' })
    await use(await open())
    await describePages(pages(), 'theirs', info)
    await empty()
  },
})

/** Of a failed test; Playwright does this once the fixtures have ended, when the pages are gone. */
async function describePages(pages: Page[], name: string, info: TestInfo) {
  if (info.status === info.expectedStatus) return
  for (const [index, page] of pages.entries()) {
    const text = await page.ariaSnapshot({ timeout: 5000 }).catch(String)
    await writeFile(info.outputPath(`${name}-${index + 1}.md`), `${page.url()}\n\n${text}\n`)
  }
}

async function openFresh(browser: Browser): Promise<KeptContext> {
  const context = await browser.newContext()
  return { context, open: () => context.newPage(), pages: () => context.pages(), empty: () => context.close() }
}

function keepContexts(browser: Browser): WorkerFixtures['keptContext'] {
  const contexts = new Map<string, Promise<KeptContext>>()
  return options => {
    const key = JSON.stringify(options)
    const context = contexts.get(key) ?? openKept(browser)
    contexts.set(key, context)
    return context
  }
}

/** With the options of the test that runs, which Playwright passes on. */
async function openKept(browser: Browser): Promise<KeptContext> {
  const context = await browser.newContext()
  // Keeps the process of the shop's pages while there is no other page.
  const lasting = await context.newPage()
  await lasting.goto('/api/health')
  const origins = new Set<string>()
  context.on('page', page => page.on('framenavigated', frame => origins.add(new URL(frame.url()).origin)))
  const pages = () => context.pages().filter(page => page !== lasting)
  return {
    context,
    pages,
    // By another page, so that it begins in the process of the shop's pages: newPage() begins one that ends when the shop is loaded.
    async open() {
      const opened = context.waitForEvent('page')
      await lasting.evaluate(() => {
        const page = window.open('about:blank')
        if (page) page.opener = null
      })
      return opened
    },
    async empty() {
      await Promise.all(pages().map(page => page.close()))
      await Promise.all([context.clearCookies(), context.unrouteAll(), context.setOffline(false)])
      await clearStorage(lasting, origins)
      origins.clear()
    },
  }
}

async function clearStorage(page: Page, origins: Set<string>) {
  const session = await page.context().newCDPSession(page)
  for (const origin of origins) {
    if (origin !== 'null') await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
  }
  await session.detach()
}
