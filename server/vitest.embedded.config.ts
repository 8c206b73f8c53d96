import { defineConfig } from 'vitest/config'

/** Tests of the embedded database, whose template belongs to one file. */
export default defineConfig({
  test: {
    name: 'embedded',
    include: ['src/platform/database/embedded/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
