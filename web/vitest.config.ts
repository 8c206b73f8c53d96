import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    // Files of one worker share modules and document, which take most of the time to load.
    isolate: false,
    // Also where no document is needed: a worker ends with its environment.
    environment: 'jsdom',
    setupFiles: ['../contract/test/fixed-seed.ts', './test/patience.ts', './test/jsdom-gaps.ts'],
    testTimeout: 60_000,
  },
})
