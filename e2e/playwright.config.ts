import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from './browser.ts'
import { shops } from './shops.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: shops.length,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // One retry, which the reporter lists as flaky at the end: find its cause, it was a real fault each time.
  retries: 1,
  reporter: [['list']],
  use: {
    launchOptions: { executablePath: findBrowser() ?? '', args: BROWSER_FLAGS },
    // A trace of every test took a fifth of their time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  webServer: shops.map(({ port, url, dataDir }) => ({
    command: 'node scripts/start.mjs',
    cwd: '..',
    env: { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    url: `${url}/api/health`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
  })),
})
