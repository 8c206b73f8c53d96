import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'contract',
    include: ['src/**/*.test.ts'],
    setupFiles: './test/fixed-seed.ts',
    testTimeout: 60_000,
    isolate: false,
    // Each further worker loads all modules again, which takes longer than these tests.
    fileParallelism: false,
    sequence: { groupOrder: 1 },
  },
})
