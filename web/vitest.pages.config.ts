import { defineConfig } from 'vitest/config'
import { define } from './default-shop.ts'

/** Tests of server-rendered pages. Among the other tests they would end workers, and new workers load all modules. */
export const renderedPages = [
  'src/entry-server.test.ts',
  'src/pages/any-settings.test.ts',
  'src/pages/storefront/texts/text-page.test.ts',
]

export default defineConfig({
  define,
  test: {
    name: 'pages',
    include: renderedPages,
    isolate: false,
    // As in contract/vitest.config.ts.
    fileParallelism: false,
    sequence: { groupOrder: 1 },
    setupFiles: '../contract/test/fixed-seed.ts',
    testTimeout: 60_000,
  },
})
