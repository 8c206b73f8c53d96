import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { askForState } from './connection.ts'
import type { Host, Launch } from './host.ts'
import { linesSince, rotateLog, sizeOf } from './server-log.ts'
import { type Settings, writeSettings } from './settings.ts'

interface Start {
  host: Host
  cluster: Cluster
  settings: () => Promise<Settings>
  log: (line: string) => void
}

const retryFor = 30_000
const silenceLimit = 60_000

/** PostgreSQL's messages when another launcher was first, or sessions of a killed server still end. */
const heldByAnother = /lock file ".*" (already exists|is empty)|pre-existing shared memory block/

/** True when another launcher started the server that answers. */
export async function startOrAdopt(start: Start): Promise<boolean> {
  const giveUpAt = Date.now() + retryFor
  for (;;) {
    if (await answers(start)) return true

    const launch = await launchServer(start)
    if (await answersOrStops(start, launch)) return !(await isOurs(start.host, launch))

    const reason = await launch.lastLines()
    if (!heldByAnother.test(reason) || Date.now() > giveUpAt) {
      throw new Error(`PostgreSQL did not start. The end of ${start.cluster.log}:\n${reason}`)
    }
    await delay(200)
  }
}

async function launchServer({ host, cluster, settings }: Start) {
  await rotateLog(cluster.log)
  await writeSettings(cluster.folder, await settings())
  const logStart = await sizeOf(cluster.log)
  const launch = await host.launch()
  return { ...launch, lastLines: () => linesSince(cluster.log, logStart) }
}

async function answersOrStops(start: Start, launch: Launch): Promise<boolean> {
  try {
    return await answers(start, launch)
  } catch (error) {
    await start.host.stop()
    throw error
  }
}

/** False when the launched server has exited, or none was launched and none answers. */
async function answers({ host, log }: Start, launch?: Launch): Promise<boolean> {
  let lastSign = Date.now()
  const noticeAt = lastSign + 1000
  let hasNoticed = false
  for (;;) {
    const url = await host.url('postgres')
    const state = url ? await askForState(url) : 'absent'
    if (state === 'ready') return true
    if (state === 'absent' && (launch?.hasExited() ?? true)) return false

    if (state === 'busy') lastSign = Date.now()
    if (!hasNoticed && lastSign > noticeAt) {
      hasNoticed = true
      log('PostgreSQL is still recovering or stopping; waiting for it.')
    }
    if (Date.now() - lastSign > silenceLimit) {
      throw new Error(`PostgreSQL was started but has not answered for ${silenceLimit / 1000} s.`)
    }
    await delay(15)
  }
}

async function isOurs(host: Host, launch: Launch): Promise<boolean> {
  return launch.pid === undefined ? !launch.hasExited() : launch.pid === (await host.runningProcess())
}
