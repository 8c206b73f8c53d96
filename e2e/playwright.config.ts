import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, findHeadlessBrowser } from './browser.ts'
import { shops } from './shops.ts'

// Optimising scripts takes an eighth of the renderer's time, which the short life of a test's page does not repay.
const UNOPTIMISED = '--js-flags=--no-opt --no-maglev'

// Pages of a context share a process with its compiled scripts and styles: all tests take a seventh less time.
const SHARED_PROCESS = '--process-per-site'

/** Tests that mostly wait for processes of shops to start and stop: one worker runs them beside the others. */
const OF_PROCESSES = /(instances|processes)\.spec\.ts/

// Playwright's description of a failed test shows the page that kept-contexts.ts keeps open: that file writes its own.
process.env.PLAYWRIGHT_NO_COPY_PROMPT = '1'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: shops.length,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // The reporter lists a test that needed its retry as flaky: find the cause, it was a real fault each time.
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
