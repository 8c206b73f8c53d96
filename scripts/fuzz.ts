import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/** Runs every property test, round after round with new seeds, until the time is over or a round fails. */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    runs: { type: 'string', default: '30' },
    seed: { type: 'string' },
  },
})
const LONGEST_ROUND_MS = 20 * 60_000

const files = globSync('{contract,server,web}/src/**/*.test.{ts,tsx}').filter(file =>
  readFileSync(file, 'utf8').includes('fast-check'),
)

function round(seed: number): boolean {
  console.log(`seed ${seed}`)
  const { status } = spawnSync('vitest', ['run', ...files], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    timeout: LONGEST_ROUND_MS,
    env: { ...process.env, FUZZ_SEED: String(seed), FUZZ_RUNS: values.runs },
  })
  if (status !== 0) console.error(`\nRun it again with: npm run fuzz -- --seed ${seed} --runs ${values.runs}`)
  return status === 0
}

const end = Date.now() + Number(values.minutes) * 60_000
let isWhole = true
if (values.seed) isWhole = round(Number(values.seed))
else while (isWhole && Date.now() < end) isWhole = round(randomInt(2 ** 31))
process.exitCode = isWhole ? 0 : 1
