import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Files of one worker share its modules, which take most of the time to load.
  test: { name: 'paypal-emulator', include: ['src/**/*.test.ts'], isolate: false },
})
