import { defineConfig } from 'vitest/config'
import { define } from './default-shop.ts'

/** Tests of server-rendered pages. Among the other tests they would end workers, and new workers load all modules. */
export const renderedPages = [
  'src/entry-server.test.ts',
  'src/any-settings.test.ts',
  'src/screens/shop/text/text-page.test.ts',
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
