import { readFileSync, statSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Where `npm start` keeps a source without its types. */
export const strippedFile = file => join(root, 'node_modules/.cache/mela/stripped', relative(root, file))

/** Of a source that was not changed since; undefined otherwise. */
export function strippedSource(file) {
  const stripped = strippedFile(file)
  const [made, changed] = [stripped, file].map(path => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return made > changed ? readFileSync(stripped, 'utf8') : undefined
}

/** With `node --import`, a source comes from there, so that Node need not load its own stripper of types (ADR 0078). */
registerHooks({
  load(url, context, nextLoad) {
    const source = url.startsWith('file:') && url.endsWith('.ts') && strippedSource(fileURLToPath(url))
    return source ? { format: 'module', source, shortCircuit: true } : nextLoad(url, context)
  },
})
