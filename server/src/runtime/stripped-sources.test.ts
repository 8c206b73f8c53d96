import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = 'test-results/stripped-sources'
afterEach(() => rmSync(`${root}${folder}`, { recursive: true, force: true }))

it('a source comes without its types from where npm start has put it, unless its text has changed (ADR 0078)', () => {
  const script = `
    import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
    import { resolve } from 'node:path'
    import { strippedFile, strippedFolder } from './scripts/stripped-sources.mjs'

    const source = 'export const from: string = "source"'
    const stripped = strippedFile(source)
    for (const folder of ['${folder}', strippedFolder]) mkdirSync(folder, { recursive: true })
    writeFileSync(stripped, 'export const from = "stripped"')
    for (const [name, text] of [['current', source], ['changed', source + ' // later']]) {
      const file = resolve('${folder}', name + '.ts')
      writeFileSync(file, text)
      utimesSync(file, 1000, 1000)
      console.log((await import(file)).from)
    }
    rmSync(stripped)`

  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(said).toBe('stripped\nsource\n')
})
