// Builds the web app when its sources changed, then runs the shop in this process.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stripTypes } from './strip-types.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`Mela needs Node 24 (this is ${process.versions.node}). Run it with "npm start" after "npm ci".`)
  process.exit(1)
}

const root = fileURLToPath(new URL('..', import.meta.url))
if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
process.env.NODE_ENV = 'production'

// In this process, so that a signal ends it, too.
process.argv.push('--if-changed')
await import('./build.ts')
stripTypes()

// Why these: docs/decisions/0044-memory-of-the-server.md, 0058-memory-of-password-hashes.md and 0078-stripped-sources.md.
const STRIPPED = new URL('stripped-sources.mjs', import.meta.url).href
const FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=40', `--import=${STRIPPED}`]
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '2097152' }

// Node reads these options only at its start: execve replaces the program and keeps the process. Windows has no execve.
const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
if (process.platform === 'win32' || !process.execve) await import('../server/src/main.ts')
else
  process.execve(process.execPath, [process.execPath, ...FLAGS, ...process.execArgv, main], {
    ...MALLOC,
    ...process.env,
  })
