import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = 'test-results/stripped-sources'
afterEach(() => {
  for (const parent of ['', 'node_modules/.cache/mela/stripped/'])
    rmSync(`${root}${parent}${folder}`, { recursive: true, force: true })
})

it('a source comes without its types from where npm start has put it, unless it was changed since (ADR 0078)', () => {
  const script = `
    import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
    import { dirname, resolve } from 'node:path'
    import { strippedFile } from './scripts/stripped-sources.mjs'

    for (const [name, strippedAt] of [['current', 2000], ['changed', 1000]]) {
      const file = resolve('${folder}', name + '.ts')
      for (const path of [file, strippedFile(file)]) mkdirSync(dirname(path), { recursive: true })
      writeFileSync(file, 'export const from: string = "source"')
      utimesSync(file, 1500, 1500)
      writeFileSync(strippedFile(file), 'export const from = "stripped"')
      utimesSync(strippedFile(file), strippedAt, strippedAt)
      console.log((await import(file)).from)
    }`

  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(said).toBe('stripped\nsource\n')
})
