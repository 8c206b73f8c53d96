import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      'contract',
      'server',
      'server/vitest.embedded.config.ts',
      'web',
      'web/vitest.pages.config.ts',
      'emulators/base',
      'emulators/paypal',
      'emulators/stripe',
    ],
  },
})
