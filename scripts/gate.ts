import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderInMemory } from './folder-in-memory.ts'

/** `npm test`: the checks before a change lands. Prints the time of each stage and the slowest test files. */

const root = fileURLToPath(new URL('..', import.meta.url))
process.env.TMPDIR ??= folderInMemory() ?? tmpdir()
const reports = mkdtempSync(join(tmpdir(), 'mela-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true }))
const unitReport = join(reports, 'unit.json')
const browserReport = join(reports, 'browser.json')
const browserData = join(reports, 'browser')
/** Workers of unit tests, later of browser tests: each test waits at times, and each further worker costs its start. */
const workers = String(Math.min(availableParallelism() + 1, 3))
/** Hundreds of processes load the same modules, which takes half the time when they are compiled once. */
const compiled = join(reports, 'compiled')

interface Stage {
  name: string
  /** npm scripts with their arguments, one after the other. */
  scripts: string[]
  /** Prints while it runs; others print when they end, so that lines do not mix. */
  isShown?: true
}

const checks: Stage = {
  name: 'lint, types, dead code, requirements',
  scripts: ['lint', 'types', 'unused', 'requirements'],
}
const unitTests: Stage = {
  name: 'unit and API tests',
  scripts: [`unit -- --reporter=default --reporter=json --outputFile=${unitReport}`],
}
const kills: Stage = {
  name: 'three kills',
  scripts: [`torture -- --rounds 3 --seeded ${join(browserData, 'prepared')}`],
}
const browser: Stage = {
  name: 'a browser, the web app and demo data',
  scripts: ['browser', 'build -- --if-changed', 'e2e:data'],
}
const browserTests: Stage = { name: 'browser tests', scripts: ['e2e -- --reporter=list,json'], isShown: true }

const times: string[] = []
const failures: string[] = []
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Answers whether the script succeeded. */
function run(script: string, isShown = false): Promise<boolean> {
  const env = {
    ...process.env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
    E2E_DATA_DIR: browserData,
    VITEST_MAX_WORKERS: workers,
    E2E_WORKERS: workers,
    NODE_COMPILE_CACHE: compiled,
  }
  const child = spawn(`npm run -s ${script}`, { cwd: root, env, shell: true, stdio: isShown ? 'inherit' : 'pipe' })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', data => output.push(data))
  return new Promise(resolve => {
    child.once('exit', code => {
      process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })
}

/** Runs the scripts until one fails, in this stage or another. */
async function runStage({ name, scripts, isShown }: Stage): Promise<void> {
  const start = performance.now()
  for (const script of scripts) {
    if (failures.length > 0) break
    if (!(await run(script, isShown))) failures.push(`${name}: failed at "npm run ${script}".`)
  }
  times.push(`${seconds(performance.now() - start)} ${name}`)
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(0).padStart(5)} s`

interface UnitReport {
  testResults: { name: string; startTime: number; endTime: number }[]
}
interface Suite {
  file: string
  suites?: Suite[]
  specs: { title: string; tests: { status: string; results: { duration: number }[] }[] }[]
}

/** The fallback when the stage that writes the report has not run. */
const readJson = <Report>(file: string, fallback: Report): Report =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : fallback

function unitTimes(): [file: string, ms: number][] {
  const { testResults } = readJson<UnitReport>(unitReport, { testResults: [] })
  return testResults.map(({ name, startTime, endTime }) => [relative(root, name), endTime - startTime])
}

const browserSuites = () => readJson<{ suites: Suite[] }>(browserReport, { suites: [] }).suites
const specsOf = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]

function browserTimes(): [file: string, ms: number][] {
  return browserSuites().map(suite => {
    const results = specsOf(suite).flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    return [`e2e/${suite.file}`, results.reduce((ms, { duration }) => ms + duration, 0)]
  })
}

const flakyTests = () =>
  browserSuites()
    .flatMap(specsOf)
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ title }) => title)

// Browser tests beside unit tests took longer than after them. Both of the last two need the web app and the data.
await Promise.all([checks, unitTests, browser].map(runStage))
await Promise.all([browserTests, kills].map(runStage))
say('\nStages:')
for (const time of times) say(time)
say('\nSlowest test files:')
const slowest = [...unitTimes(), ...browserTimes()].sort(([, a], [, b]) => b - a).slice(0, 10)
for (const [file, ms] of slowest) say(`${seconds(ms)} ${file}`)
for (const title of flakyTests()) say(`\nFlaky, find its cause: ${title}`)
for (const failure of failures) say(`\n${failure}`)
if (failures.length > 0) process.exitCode = 1
