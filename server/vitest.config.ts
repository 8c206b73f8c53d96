import { tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'
import { folderInMemory } from '../scripts/folder-in-memory.ts'

// PostgreSQL copies a database of 700 files there in a fortieth of the time.
process.env.TMPDIR ??= folderInMemory() ?? tmpdir()

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    // These start databases of their own: server/vitest.embedded.config.ts.
    exclude: ['src/platform/database/embedded/**'],
    // Files of one worker share its modules, which take most of the time to load.
    isolate: false,
    // Tests make mostly short-lived objects: with a larger young generation fewer of them are copied.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
    globalSetup: './test/global-setup.ts',
    setupFiles: ['../contract/test/fixed-seed.ts', './test/cheap-hashes.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
