import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const web = `${root}web`
const stampFile = `${web}/dist/sources.sha256`

/** The hash of all sources of the build. */
function sourcesHash(): string {
  const hash = createHash('sha256')
  const files = globSync(['web/{src,public}/**/*', 'web/*.{ts,json}', 'contract/src/**/*', 'package-lock.json'], {
    cwd: root,
  })
  for (const file of files.sort()) {
    const path = `${root}${file}`
    if (statSync(path).isFile() && !/\.test\.tsx?$/.test(file)) hash.update(file).update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** Writes compressed forms beside every text asset, with the best setting. */
function compressAssets() {
  for (const file of globSync(`${web}/dist/client/assets/*.{js,css,svg}`)) {
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

const stamp = sourcesHash()
const isCurrent = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
if (!(process.argv.includes('--if-changed') && isCurrent)) {
  console.log('Building the web app …')
  const started = Date.now()
  const { build } = await import('vite')
  // An interrupted build leaves no stamp, so it counts as none.
  rmSync(stampFile, { force: true })
  await build({ root: web, logLevel: 'warn' })
  await build({ root: web, logLevel: 'warn', build: { ssr: 'src/entry-server.tsx' } })
  compressAssets()
  writeFileSync(stampFile, stamp)
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}
