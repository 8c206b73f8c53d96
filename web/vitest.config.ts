import { defineConfig } from 'vitest/config'
import { define } from './default-shop.ts'
import { renderedPages } from './vitest.pages.config.ts'

export default defineConfig({
  define,
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    exclude: renderedPages,
    // Files of one worker share modules and document, which take most of the time to load.
    isolate: false,
    // Tests mostly make short-lived objects: a larger young generation of V8 copies fewer of them.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
    // For all tests, also those without a document: another environment would start another worker.
    environment: 'jsdom',
    setupFiles: ['../contract/test/fixed-seed.ts', './test/patience.ts', './test/jsdom-gaps.ts'],
    testTimeout: 60_000,
  },
})
