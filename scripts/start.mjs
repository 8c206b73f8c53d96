// Builds the web app when its sources changed, then runs the shop.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`Mela needs Node 24 (this is ${process.versions.node}). Run it with "npm start" after "npm ci".`)
  process.exit(1)
}

const root = fileURLToPath(new URL('..', import.meta.url))
if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
process.env.NODE_ENV = 'production'

// In a process of its own, because building takes half a gigabyte, which a process returns only when it ends.
const { status } = spawnSync(process.execPath, [`${root}scripts/build.ts`, '--if-changed'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
await import('../server/src/main.ts')
