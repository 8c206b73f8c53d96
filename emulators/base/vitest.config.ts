import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'emulator-base',
    include: ['src/**/*.test.ts'],
    // Files of one worker share its modules, which take most of the time to load.
    isolate: false,
    // As in contract/vitest.config.ts.
    fileParallelism: false,
    sequence: { groupOrder: 1 },
  },
})
