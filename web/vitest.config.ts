import { defineConfig } from 'vitest/config'
import { renderedPages } from './vitest.pages.config.ts'

export default defineConfig({
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    exclude: renderedPages,
    // Files of one worker share modules and document, which take most of the time to load.
    isolate: false,
    // Short-lived objects are most of what tests make: with more room for them fewer are copied.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
    // Also where no document is needed: a worker ends with its environment.
    environment: 'jsdom',
    setupFiles: [
      '../contract/test/fixed-seed.ts',
      './test/patience.ts',
      './test/jsdom-gaps.ts',
      './test/cheap-styles.ts',
    ],
    testTimeout: 60_000,
  },
})
