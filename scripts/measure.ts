import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Prints the counts of this code base beside their limits. With --check a count above its limit is exit code 1. */

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(file => file && existsSync(join(root, file)))

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length
const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)
const linesOf = (of: { text: string }[]) => sum(of.map(({ text }) => count(text, /\n/g)))

const KINDS: [of: RegExp, kind: 'test' | 'tool' | 'emulator'][] = [
  [/\.(test|spec)\.tsx?$|^e2e\/|-fixtures\.|\/test\/|\/fixtures\//, 'test'],
  [/^(bench|torture|scripts)\//, 'tool'],
  [/^[^/]*emulator/, 'emulator'],
]
const code = files
  .filter(file => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith('demo/art'))
  .map(path => ({ path, text: read(path), kind: KINDS.find(([of]) => of.test(path))?.[1] ?? 'source' }))
const kinds = new Map(code.map(({ path, kind }) => [path, kind]))
const sources = code.filter(({ kind }) => kind === 'source')

const DECLARED =
  /^export (?:async )?(?:declare )?(?:function\*?|const|class|interface|type|let|abstract class|enum) (\w+)/gm
const IMPORT = /import\s+(?:type\s+)?((?:[\w*]+\s*,?\s*)?(?:\{[^}]*\})?(?:\*\s+as\s+\w+)?)\s*from\s*'([^']+)'/g

const exported = code.flatMap(({ path, text }) => [...text.matchAll(DECLARED)].map(([, name = '']) => ({ path, name })))
/** Every name of the contract is imported from its one entry. */
const contract = new Map(exported.flatMap(({ path, name }) => (path.startsWith('contract/src/') ? [[name, path]] : [])))

/** Who imports a name, by its file and itself; the name * stands for all names of a file. */
const users = new Map<string, Set<string>>()
const edges: { from: string; to: string }[] = []

for (const { path, text } of code) {
  for (const [, clause = '', from = ''] of text.matchAll(IMPORT)) {
    const isContract = from === '@mela/contract'
    if (!isContract && !from.startsWith('.')) continue
    const to = normalize(join(dirname(path), from))
    if (!isContract) edges.push({ from: path, to })
    const listed = /\{([^}]*)\}/.exec(clause)?.[1]?.split(',') ?? []
    const names = listed.map(name => /^(?:type )?\s*(\S+)/.exec(name.trim())?.[1] ?? '')
    for (const name of clause.includes('* as') ? [...names, '*'] : names) {
      const key = `${isContract ? contract.get(name) : to} ${name}`
      users.set(key, (users.get(key) ?? new Set()).add(path))
    }
  }
}

function countUsers(path: string, name: string): number {
  const all = new Set([`${path} ${name}`, `${path} *`].flatMap(key => [...(users.get(key) ?? [])]))
  return [...all].filter(user => kinds.has(user) && kinds.get(user) !== 'test').length
}
const used = exported.filter(({ path }) => kinds.get(path) === 'source').map(({ path, name }) => countUsers(path, name))
const usedOnce = used.filter(size => size === 1).length

/** A domain, or one of the files beside the domains. */
const placeOf = (file: string) => /^server\/src\/([^/]+)/.exec(file)?.[1]
const imports = new Map<string, Set<string>>()
for (const { from, to } of edges) {
  const [place, below] = [placeOf(from), placeOf(to)]
  if (!place || !below || place === below || kinds.get(from) !== 'source') continue
  imports.set(place, (imports.get(place) ?? new Set()).add(below))
}
const importsOf = (place: string) => [...(imports.get(place) ?? [])]
const pairs = [...imports.keys()].flatMap(place => importsOf(place).filter(other => importsOf(other).includes(place)))

function floorOf(place: string, above: string[] = []): number {
  if (above.includes(place)) return 0
  return 1 + Math.max(0, ...importsOf(place).map(below => floorOf(below, [...above, place])))
}

function commentsIn(workspace: string): number {
  const own = sources.filter(({ path }) => path.startsWith(`${workspace}/`))
  const comments = own.flatMap(({ text }) => text.match(/^[ \t]*(?:\/\/.*|\{?\/\*[\s\S]*?\*\/)/gm) ?? [])
  return Math.round((1000 * sum(comments.map(comment => comment.split('\n').length))) / linesOf(own)) / 10
}

const folders = new Set(files.flatMap(file => /^server\/src\/([^/]+)\//.exec(file)?.[1] ?? []))
const sizes = sources.map(source => linesOf([source])).sort((one, other) => one - other)
const decisions = files.filter(file => /^(ARCHITECTURE\.md|docs\/decisions\/(?!.*requirements).*)$/.test(file))
const schema = read('server/src/platform/database/schema.sql')
/** Brackets keep this file from finding itself. */
const BANNED = /UNSAFE[_]|koff[i]|mallo[c]|execv[e]|heap-growin[g]|displayName [=] /i
const banned = code.filter(({ kind, text }) => /source|tool/.test(kind) && BANNED.test(text))
const STILTED = /(?:\/\*\*|\/\/) (?:The same|In which|To which|Without|Where the|For entries|For those)/g
const paypal = sources.filter(({ path, text }) => /paypal/i.test(text) && !path.includes('gateways/paypal'))

const rows: [name: string, value: number, limit?: number][] = [
  ['source lines without tests, tools, emulators', linesOf(sources), 77_000],
  ['lines of tests and fixtures', linesOf(code.filter(({ kind }) => kind === 'test')), 49_000],
  ['source files', sources.length, 750],
  ['median lines of a file', sizes[Math.floor(sizes.length / 2)] ?? 0],
  ['folders in server/src', folders.size, 13],
  ['floors of folders', Math.max(...[...imports.keys()].map(place => floorOf(place))), 13],
  ['pairs of folders that import each other', pairs.length / 2, 0],
  ['exports with one user, %', Math.round((100 * usedOnce) / used.length), 40],
  ['comments, % (worst workspace)', Math.max(...['contract', 'server', 'web'].map(commentsIn)), 6],
  ['words of ARCHITECTURE and ADRs', sum(decisions.map(file => count(read(file), /\S+/g))), 17_000],
  ['triggers', count(schema, /create (?:or replace )?(?:constraint )?trigger/gi), 60],
  ['files with words of machinery', banned.length, 0],
  ['stilted comments', sum(code.map(({ text }) => count(text, STILTED))), 5],
  ['files naming PayPal outside its folder', paypal.length, 12],
]

for (const [name, value, limit] of rows) {
  const isOver = limit !== undefined && value > limit
  const [mark, end] = limit === undefined ? ['    ', ''] : [isOver ? 'FAIL' : '  ok', ` (limit ${limit})`]
  process.stdout.write(`${mark} ${name}: ${value}${end}\n`)
  if (isOver && process.argv.includes('--check')) process.exitCode = 1
}
