import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { strippedFile, strippedSource } from './stripped-sources.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Makes the sources that the server runs from, of each that was changed. A folder that cannot be written leaves them to Node. */
export function stripTypes() {
  try {
    for (const file of globSync('{server,contract,paypal-emulator}/src/**/*.ts', { cwd: root })) {
      const path = join(root, file)
      if (!/\.test\.ts$/.test(file) && strippedSource(path) === undefined) strip(path)
    }
  } catch (error) {
    console.warn(`The sources without types were not written: ${error.message}`)
  }
}

function strip(file) {
  const stripped = strippedFile(file)
  mkdirSync(dirname(stripped), { recursive: true })
  // Two starts at once must not read half a file.
  const draft = `${stripped}.${process.pid}`
  writeFileSync(draft, stripTypeScriptTypes(readFileSync(file, 'utf8')))
  renameSync(draft, stripped)
}
