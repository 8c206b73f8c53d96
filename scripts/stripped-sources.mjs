import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const strippedFolder = fileURLToPath(new URL('../node_modules/.cache/mela/stripped', import.meta.url))

/** Where `npm start` keeps a source without its types; by its text, as an upgrade may bring files with earlier times. */
export const strippedFile = source => join(strippedFolder, `${createHash('sha256').update(source).digest('hex')}.js`)

/** With `node --import`, sources come from there, so that Node does not load its own stripper of types (ADR 0078). */
registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context)
    const stripped = strippedFile(readFileSync(fileURLToPath(url)))
    if (!existsSync(stripped)) return nextLoad(url, context)
    return { format: 'module', source: readFileSync(stripped, 'utf8'), shortCircuit: true }
  },
})
