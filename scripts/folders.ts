import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { firstParts } from '../contract/src/shared/paths.ts'

/**
 * Prints every import between folders that the architecture forbids, every folder that is too large or too small, and
 * every address of a page that is written down outside the contract.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line: string) => process.stdout.write(`${line}\n`)

const TOP = ['contract/src', 'paypal-emulator/src', 'server/src', 'web/src', 'bench', 'torture', 'scripts']
const MOST_FILES = 20
const FEWEST_FILES = 3
/** Folders of fewer files, with the reason. */
const SMALL: Record<string, string> = {
  'web/src/styles': 'styles and fonts belong to no slice',
}

/** Forbidden imports: from, to, and the rule. */
const FORBIDDEN: [from: RegExp, to: RegExp, rule: string][] = [
  [/^web\/src\/lib\//, /^web\/src\/(ui|features|pages)\//, 'lib imports neither ui nor features nor pages'],
  [/^web\/src\/ui\//, /^web\/src\/(features|pages)\//, 'ui imports neither features nor pages'],
  [/^web\/src\/features\//, /^web\/src\/pages\//, 'features are composed by pages'],
  [/^server\/src\/.+\//, /\.routes\.ts$/, 'routes are registered in app.ts'],
  [/^server\/src\/.+\//, /^server\/src\/[^/]+$/, 'slices do not import the composition root'],
]

const isTest = (file: string) => /\.(test|spec)\.tsx?$|-fixtures\.tsx?$/.test(file)

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...TOP], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(file => /\.tsx?$/.test(file) && !isTest(file) && existsSync(join(root, file)))

const imports = sources.flatMap(file =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)].map(
    ([, path = '']) => ({
      from: file,
      to: normalize(join(dirname(file), path))
        .split(sep)
        .join('/'),
    }),
  ),
)

const problems: string[] = []

for (const { from, to } of imports) {
  for (const [source, target, rule] of FORBIDDEN) {
    if (source.test(from) && target.test(to)) problems.push(`${from} imports ${to}: ${rule}.`)
  }
  const [feature, other] = [from, to].map(file => /^web\/src\/features\/[^/]+\/[^/]+\//.exec(file)?.[0])
  if (feature && other && feature !== other) problems.push(`${from} imports ${to}: a feature imports no other feature.`)
}

/** Per level: imports between sibling folders, with an example. A folder and a folder in it count as one. */
const siblings = new Map<string, Map<string, string>>()
for (const { from, to } of imports) {
  const [a, b] = [from.split('/'), to.split('/')]
  const level = a.findIndex((part, index) => part !== b[index])
  if (level < 0 || level >= a.length - 1 || level >= b.length - 1) continue
  const [folder, other] = [a.slice(0, level + 1).join('/'), b.slice(0, level + 1).join('/')]
  siblings.set(folder, (siblings.get(folder) ?? new Map()).set(other, `${from} imports ${to}`))
}

const done = new Set<string>()
function findCycle(folder: string, path: string[]): void {
  if (path.includes(folder)) {
    const cycle = [...path.slice(path.indexOf(folder)), folder]
    const steps = cycle.slice(1).map((next, index) => `\n    ${siblings.get(cycle[index] ?? '')?.get(next)}`)
    problems.push(`Cycle: ${cycle.join(' → ')}${steps.join('')}`)
  } else if (!done.has(folder)) {
    for (const next of siblings.get(folder)?.keys() ?? []) findCycle(next, [...path, folder])
    done.add(folder)
  }
}
for (const folder of siblings.keys()) findCycle(folder, [])

for (const [folder, files] of Map.groupBy(sources, dirname)) {
  if (files.length > MOST_FILES) problems.push(`${folder} holds ${files.length} files, more than ${MOST_FILES}.`)
  const isLeaf = !sources.some(file => dirname(file).startsWith(`${folder}/`))
  if (isLeaf && files.length < FEWEST_FILES && !(folder in SMALL)) {
    problems.push(`${folder} holds ${files.length} files, fewer than ${FEWEST_FILES}.`)
  }
}

const known = [...firstParts()].filter(Boolean).join('|')
const address = new RegExp(`(?:['"\`]|(?<!API_BASE)})/(?:${known})(?![\\w-])[^'"\`]*`, 'g')
for (const file of sources.filter(file => /^(server|web)\/src\/(?!.*\/model\/)/.test(file))) {
  for (const [literal] of readFileSync(join(root, file), 'utf8').matchAll(address)) {
    problems.push(`${file} spells ${literal.slice(1)}: addresses of pages are in contract/src/shared/paths.ts.`)
  }
}

/** The slice that the recipes of CONTRIBUTING.md would add. */
const EXAMPLE = /\bnotices\b/

/** Documents name files by their path from the root, or for the server from its sources. */
for (const document of ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']) {
  for (const [path] of readFileSync(join(root, document), 'utf8').matchAll(
    /(?<=[`( ])[\w-]+\/[\w./-]+\.(tsx?|mjs|sql|md)\b/g,
  )) {
    const isThere = ['', 'server/src', 'web/src', 'contract/src'].some(folder => existsSync(join(root, folder, path)))
    if (!isThere && !EXAMPLE.test(path)) problems.push(`${document} names ${path}, which does not exist.`)
  }
}

for (const problem of problems) say(problem)
say(`${problems.length} problems in ${sources.length} files.`)
process.exitCode = problems.length > 0 ? 1 : 0
