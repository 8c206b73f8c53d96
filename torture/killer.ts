import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CrashPoint, crashPoints } from '../server/src/platform/runtime/crash-points.ts'
import { type Death, killDatabase } from './death.ts'

/** The plan for this process, in TORTURE_PLAN. */
export interface Plan {
  step: CrashPoint
  /** Kills when the crash point is reached for the n-th time. */
  times: number
  death: Death
  /** From the start on, or after SIGUSR2, once the torture has verified everything. */
  armed: 'at once' | 'by signal'
}

/** Loaded before the shop, into its process: it is killed in the same turn that reaches the crash point. */
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
