import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))

const printLibraries =
  "process.once('exit', () => process.stdout.write(JSON.stringify(process.report.getReport().sharedObjects)))"

/** The native libraries of a program that exits after its imports, because its port is invalid. */
function librariesOf(program: string): string[] {
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(printLibraries)}`]
  const { stdout, stderr } = spawnSync(process.execPath, [...preload, pathOf(program)], {
    env: { ...process.env, PORT: 'none', NODE_OPTIONS: '' },
    encoding: 'utf8',
  })
  expect(stderr).toContain('The environment is not complete')
  return JSON.parse(stdout.slice(stdout.indexOf('[')))
}

it('the server loads no picture decoder, and the process that prepares pictures does', () => {
  const isDecoder = (library: string) => /vips|sharp/.test(library)

  expect(librariesOf('../main.ts').filter(isDecoder)).toEqual([])
  expect(librariesOf('avif-process.ts').filter(isDecoder)).not.toEqual([])
})
