import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/**
 * Prints which test proves which requirement; exits 1 when one has no test, when a test names an unknown one, or when the
 * name of a test is too long to be read in a list.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(root + path, 'utf8')
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Tests carry the numbers of behaviour and decisions; facts about providers (P) explain code, scenarios (S) both. */
const written = [
  ...[...read('docs/behaviour.md').matchAll(/^- (T\d{3}) /gm)],
  ...[...read('docs/decisions/requirements.md').matchAll(/^\| ([BC]\d+|S\d+) \|/gm)],
].map(([, number = '']) => number)

/** `T064-T067` names four. */
function numbersIn(name: string): string[] {
  return [...name.matchAll(/\b([TBCS])(\d+)b?(?:-\1?(\d+))?\b/g)].flatMap(([, kind = '', first = '', last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) =>
      kind === 'T' ? `T${String(Number(first) + index).padStart(3, '0')}` : `${kind}${Number(first) + index}`,
    ),
  )
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(path => /\.(test|spec)\.tsx?$/.test(path))

const LONGEST_NAME = 120
/** The rest of a line that begins with the name of a test, of a group or of tests in a table. */
const NAME = /(?:\b(?:it|test|describe)(?:\.\w+)*|[)`])\(\s*(['`"].*['`"])/g

const tests = new Map<string, Set<string>>()
const tooLong: string[] = []
for (const file of files) {
  for (const [, name = ''] of read(file).matchAll(NAME)) {
    for (const number of numbersIn(name)) tests.set(number, (tests.get(number) ?? new Set()).add(file))
  }
  for (const [, , name = ''] of read(file).matchAll(/\(\s*(['"`])((?:\\.|(?!\1).)+)\1,\s*(?:async\s*)?\(/g)) {
    if (name.length > LONGEST_NAME) tooLong.push(`${file}: ${name}`)
  }
}

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } })
if (values.list) for (const number of written) say(`${number}  ${[...(tests.get(number) ?? [])].join(' ')}`)

const withoutTest = written.filter(number => !tests.has(number))
const unknown = [...tests.keys()].filter(number => !written.includes(number))
say(`${written.length - withoutTest.length} of ${written.length} requirements are named by a test.`)
if (withoutTest.length > 0) say(`Without a test: ${withoutTest.join(' ')}`)
if (unknown.length > 0) say(`Named by a test, but not written down: ${unknown.join(' ')}`)
for (const name of tooLong) say(`Longer than ${LONGEST_NAME} characters: ${name}`)
process.exitCode = withoutTest.length + unknown.length + tooLong.length > 0 ? 1 : 0
