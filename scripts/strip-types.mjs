import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { strippedFile, strippedFolder } from './stripped-sources.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Makes the sources that the server runs from, and removes those of earlier editions. In a folder that cannot be written Node strips. */
export function stripTypes() {
  const { emitWarning } = process
  // Node warns that its function is experimental, which would be the first line that an owner reads.
  process.emitWarning = () => {}
  try {
    mkdirSync(strippedFolder, { recursive: true })
    const files = globSync('{server,contract,paypal-emulator}/src/**/*.ts', { cwd: root })
    const current = new Set(files.filter(file => !file.endsWith('.test.ts')).map(file => strip(join(root, file))))
    // The filter keeps the drafts of another start.
    const kept = readdirSync(strippedFolder).filter(name => name.endsWith('.js'))
    for (const file of kept.map(name => join(strippedFolder, name)))
      if (!current.has(file)) rmSync(file, { force: true })
  } catch (error) {
    console.warn(`The sources without types were not written: ${error.message}`)
  } finally {
    process.emitWarning = emitWarning
  }
}

function strip(file) {
  const source = readFileSync(file, 'utf8')
  const stripped = strippedFile(source)
  if (existsSync(stripped)) return stripped
  // Two starts at once must not read half a file.
  const draft = `${stripped}.${process.pid}`
  writeFileSync(draft, stripTypeScriptTypes(source))
  renameSync(draft, stripped)
  return stripped
}
