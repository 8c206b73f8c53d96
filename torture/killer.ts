import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CrashPoint, crashPoints } from '../server/src/runtime/crash-points.ts'
import { type Death, killDatabase } from './death.ts'

/** What the torture wants of this life, in TORTURE_PLAN. */
export interface Plan {
  step: CrashPoint
  /** Dies the n-th time it comes there. */
  times: number
  death: Death
  /** From the start on, or once the torture has looked at everything and sends SIGUSR2. */
  armed: 'at once' | 'by signal'
}

/** Loaded before the shop, into its process: it dies in the very turn in which the step is reached. */
const plan: Plan = JSON.parse(process.env.TORTURE_PLAN ?? '{}')
const dataDir = process.env.DATA_DIR ?? ''
let isArmed = plan.armed === 'at once'
let left = plan.times

process.on('SIGUSR2', () => {
  isArmed = true
})
crashPoints.subscribe(step => {
  if (!isArmed || step !== plan.step || --left > 0) return
  appendFileSync(join(dataDir, 'deaths.txt'), `${plan.step}\n`)
  if (plan.death !== 'shop') killDatabase(dataDir)
  if (plan.death !== 'database') process.kill(process.pid, 'SIGKILL')
  isArmed = false
})
