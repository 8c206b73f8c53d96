import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    // Files of one worker share modules and document, which take most of the time to load.
    isolate: false,
    setupFiles: './test/patience.ts',
    testTimeout: 20_000,
  },
})
