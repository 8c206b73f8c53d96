import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, findHeadlessBrowser } from './browser.ts'
import { shops } from './shops.ts'

// No page of a test lives long enough to regain what optimising its scripts costs, an eighth of the renderer's time.
const UNOPTIMISED = '--js-flags=--no-opt --no-maglev'

// The pages of a context share a process, and with it compiled scripts and styles: a seventh less time for all tests.
const SHARED_PROCESS = '--process-per-site'

/** They wait for shops that start and stop for most of their time: one worker runs them beside the others. */
const OF_PROCESSES = /(instances|opening-and-closing|workers)\.spec\.ts/

// Its text of a failed test is of the first page of all: kept-contexts.ts writes those of the test's own pages.
process.env.PLAYWRIGHT_NO_COPY_PROMPT = '1'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: shops.length,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // One retry, which the reporter lists as flaky at the end: find its cause, it was a real fault each time.
  retries: 1,
  reporter: [['list']],
  projects: [
    { name: 'processes', testMatch: OF_PROCESSES, workers: 1 },
    { name: 'pages', testIgnore: OF_PROCESSES },
  ],
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findHeadlessBrowser() ?? '',
      args: [...BROWSER_FLAGS, UNOPTIMISED, SHARED_PROCESS],
    },
    // A trace of every test took a fifth of their time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: 'node open-shops.ts',
    wait: { stdout: /The shops are open/ },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
  },
})
