import { writeFile } from 'node:fs/promises'
import { type Browser, type BrowserContext, test as base, type Page, type TestInfo } from '@playwright/test'

interface TestFixtures {
  kept: KeptContext
  /** Whether the test has a context of its own, with an empty cache. */
  isFresh: boolean
  /** Options for `browser.newContext()`. */
  options: object
  /** A page of a second user, in a context of its own: it shares neither cookies nor storage with `page`. */
  theirs: Page
}

interface WorkerFixtures {
  keptContext: (options: object) => Promise<KeptContext>
}

interface KeptContext {
  context: BrowserContext
  open(): Promise<Page>
  /** The pages of the test, without the one that stays open between tests. */
  pages(): Page[]
  /** Closes the pages, and deletes cookies and local storage. The HTTP cache stays. */
  empty(): Promise<void>
}

/**
 * Tests of a worker with the same options share a context, one after the other. Playwright's `reuseContext` empties the
 * cache between tests, so that each test would load and compile the scripts again.
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

/** Writes the pages of a failed test to files. Playwright would do it after the fixtures, when the pages are closed. */
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

/** Opens a context without options: Playwright applies those of the running test. */
async function openKept(browser: Browser): Promise<KeptContext> {
  const context = await browser.newContext()
  // A page that stays open between tests keeps the renderer process of the shop's pages alive.
  const lasting = await context.newPage()
  await lasting.goto('/api/health')
  const pages = () => context.pages().filter(page => page !== lasting)
  return {
    context,
    pages,
    // window.open() opens the page in the shop's renderer process; newPage() starts one that ends when the shop loads.
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
      // In the process that the next page shares: a command of the browser would reach its copy some moments later.
      await lasting.evaluate(() => localStorage.clear())
    },
  }
}
