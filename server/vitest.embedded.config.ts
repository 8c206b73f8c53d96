import { tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'
import { folderInMemory } from '../scripts/folder-in-memory.ts'

// PostgreSQL copies a database of 700 files there in a fortieth of the time.
process.env.TMPDIR ??= folderInMemory() ?? tmpdir()

/** Tests of the embedded database, whose template belongs to one file. */
export default defineConfig({
  test: {
    name: 'embedded',
    include: ['src/platform/database/embedded/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
