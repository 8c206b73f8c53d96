import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { firstParts } from '../contract/src/shared/paths.ts'

/**
 * Prints every import that points upwards, every address of a page that is written down outside the contract, and every
 * file that a document names and that is not there. Cycles between files are found by Biome.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line: string) => process.stdout.write(`${line}\n`)

const TOP = ['contract/src', 'emulators', 'server/src', 'web/src', 'bench', 'torture', 'scripts']

/** The server's domains: each imports those above it alone. */
const DOMAINS = [
  ...['platform', 'people', 'media', 'shop', 'catalog', 'orders', 'payments'],
  ...['fulfilment', 'messages', 'accounts', 'storefront', 'dashboard', 'operate'],
]

/** Forbidden imports: from, to, and the rule. */
const FORBIDDEN: [from: RegExp, to: RegExp, rule: string][] = [
  [/^web\/src\/lib\//, /^web\/src\/(ui|shared|gateways|screens)\//, 'lib imports nothing above it'],
  [/^web\/src\/ui\//, /^web\/src\/(shared|gateways|screens)\//, 'ui knows no shop'],
  [/^web\/src\/(shared|gateways)\//, /^web\/src\/screens\//, 'shared parts know no screen'],
  [/^web\/src\/screens\/(shop|account)\//, /^web\/src\/screens\/staff\//, 'shoppers do not load staff screens'],
  [/^server\/src\/.+\//, /routes\.ts$/, 'routes are registered in app.ts'],
  [/^server\/src\/.+\//, /^server\/src\/[^/]+$/, 'domains do not import the composition root'],
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
const domainOf = (file: string) => /^server\/src\/([^/]+)\//.exec(file)?.[1]

for (const { from, to } of imports) {
  for (const [source, target, rule] of FORBIDDEN) {
    if (source.test(from) && target.test(to)) problems.push(`${from} imports ${to}: ${rule}.`)
  }
  const [domain, used] = [domainOf(from), domainOf(to)]
  if (domain && used && DOMAINS.indexOf(used) > DOMAINS.indexOf(domain))
    problems.push(`${from} imports ${to}: ${domain} stands above ${used}.`)
}

for (const domain of new Set(sources.flatMap(file => domainOf(file) ?? []))) {
  if (!DOMAINS.includes(domain)) problems.push(`server/src/${domain} is no domain.`)
}

const known = [...firstParts()].filter(Boolean).join('|')
const address = new RegExp(`(?:['"\`]|(?<!API_BASE)})/(?:${known})(?![\\w-])[^'"\`]*`, 'g')
for (const file of sources.filter(file => /^(server|web)\/src\//.test(file))) {
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
