import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: './test/global-setup.ts',
    setupFiles: '../contract/test/fixed-seed.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
