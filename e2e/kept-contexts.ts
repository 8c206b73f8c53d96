import { type Browser, type BrowserContext, test as base, type Page } from '@playwright/test'

interface TestFixtures {
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
  context: async ({ browser, keptContext, isFresh, options }, use) => {
    const { context, empty } = isFresh ? await openFresh(browser) : await keptContext(options)
    await use(context)
    await empty()
  },
  theirs: async ({ keptContext, options }, use) => {
    const { context, empty } = await keptContext({ ...options, person: 'another' })
    await use(await context.newPage())
    await empty()
  },
})

async function openFresh(browser: Browser): Promise<KeptContext> {
  const context = await browser.newContext()
  return { context, empty: () => context.close() }
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
  return {
    context,
    async empty() {
      await Promise.all(context.pages().map(page => page !== lasting && page.close()))
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
