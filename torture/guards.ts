import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { accessGuards } from './access-guards.ts'
import type { Guard } from './guard.ts'
import { moneyGuards } from './money-guards.ts'
import { variantGuards } from './variant-guards.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line: string) => process.stdout.write(`${line}\n`)

interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[]
}

function failingTests(tests: string): string[] {
  const report = 'vitest-report.log'
  const given = ['run', '--root', 'server', '--reporter=json', `--outputFile=${root}${report}`, ...tests.split(' ')]
  spawnSync('npx', ['vitest', ...given], { cwd: root, stdio: 'ignore' })
  const { testResults }: Report = JSON.parse(readFileSync(root + report, 'utf8'))
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  return results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
}

function withoutGuard({ file, without: [guard, nothing], tests }: Guard): string[] {
  const path = root + file
  const source = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    source.replace(guard, () => nothing),
  )
  try {
    return failingTests(tests)
  } finally {
    writeFileSync(path, source)
  }
}

/** The errors of a guard whose code or tests have changed. */
function outdated({ file, without: [guard], name, tests }: Guard): string[] {
  const missing = tests.split(' ').filter(path => !testFiles.some(test => test.includes(path)))
  return [
    ...(existsSync(root + file) && readFileSync(root + file, 'utf8').includes(guard)
      ? []
      : [`The guard "${name}" does not stand in ${file}.`]),
    ...missing.map(path => `The guard "${name}" names the tests ${path}, which are not there.`),
  ]
}

const testFiles = globSync('src/**/*.test.ts', { cwd: `${root}server` })
const allGuards = [...moneyGuards, ...variantGuards, ...accessGuards]
const problems = allGuards.flatMap(outdated)
for (const problem of problems) say(problem)
say(`${problems.length} problems in ${allGuards.length} guards.`)
if (problems.length > 0) process.exit(1)

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, check: { type: 'boolean', default: false } },
})
if (values.check) process.exit()
if (execFileSync('git', ['status', '--porcelain', 'server', 'contract'], { cwd: root, encoding: 'utf8' })) {
  throw new Error('Commit first: the guards are taken out of the files themselves.')
}
for (const guard of allGuards.filter(({ name }) => name.includes(values.only))) {
  const failing = withoutGuard(guard)
  say(`${failing.length > 0 ? 'ok  ' : 'BAD '} without "${guard.name}": ${failing.length} tests fail`)
  for (const test of failing) say(`       ${test}`)
}
