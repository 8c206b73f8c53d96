import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { lockShop } from '../platform/database/shop-lock.ts'
import { checkScheduledRuns } from './checks.ts'
import { expectRuns, recordRun } from './scheduled-runs.ts'

const shop = startShop()

const runAll = async () => {
  for (const name of ['reconciliation', 'expiry', 'cleaning', 'disputes'] as const)
    await recordRun(shop.db, name, async () => {})
}
const ago = (time: string) => sql<Date>`now() - ${time}::interval`
const opened = (time: string) =>
  shop.db
    .updateTable('scheduled_runs')
    .set({ waiting_since: ago(time) })
    .execute()
const ran = (name: string, time: string) =>
  shop.db
    .updateTable('scheduled_runs')
    .set({ ran_at: ago(time) })
    .where('name', '=', name)
    .execute()

/** Answers of `/ready` are kept for a second. */
const letASecondPass = () => vi.advanceTimersByTime(1000)

beforeAll(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterAll(() => void vi.useRealTimers())
beforeEach(async () => {
  letASecondPass()
  await shop.db.deleteFrom('scheduled_runs').execute()
  await expectRuns(shop.db)
})

describe('GET /ready', () => {
  it('is 200 in a shop that was just opened and has run nothing yet', async () => {
    expect(await shop.get('/ready')).toMatchObject({
      status: 200,
      data: [{ name: 'reconciliation', age: null, isLate: false }, {}, {}, {}, {}, {}],
    })
  })

  it.each([
    ['reconciliation', '11 minutes', 'Reconciliation of payments ran 11 minutes ago, which is late.'],
    ['expiry', '2 hours', 'Expiry of unpaid orders ran 2 hours ago, which is late.'],
    ['reminders', '2 hours', 'Reminders of what was left unpaid ran 2 hours ago, which is late.'],
    ['cleaning', '27 hours', 'Nightly cleaning ran 27 hours ago, which is late.'],
    ['disputes', '27 hours', 'Look at disputes ran 27 hours ago, which is late.'],
  ])('is 503 when %s has not run for %s', async (name, time, message) => {
    await runAll()
    await opened('1 day')
    await ran(name, time)

    expect(await shop.get('/ready')).toMatchObject({ status: 503, code: 'work_late', message })
  })

  it('is 200 when the shop was closed meanwhile, and opened ten minutes ago at the most', async () => {
    await runAll()
    await ran('cleaning', '3 days')
    await opened('9 minutes')

    expect((await shop.get('/ready')).status).toBe(200)
  })

  it('counts a failed run as none', async () => {
    const failing = recordRun(shop.db, 'cleaning', async () => Promise.reject(new Error('It broke.')))

    await expect(failing).rejects.toThrow('It broke.')
    expect((await shop.get('/ready')).data[2].age).toBeNull()
  })
})

describe('npm run doctor', () => {
  it('fails for late work while the shop is open, and says of a closed one that it is not running', async () => {
    await runAll()
    await opened('1 day')
    await ran('reconciliation', '40 minutes')
    const findings = () => checkScheduledRuns(shop.db)

    const closed = await findings()
    const lock = await lockShop(shop.databaseUrl, { isShared: true })
    const open = await findings()
    lock?.release()

    const late = 'Reconciliation of payments ran 40 minutes ago, which is late.'
    expect(closed[0]).toEqual({ isFine: true, lines: [`${late} The shop is not running.`] })
    expect(open.map(({ isFine }) => isFine)).toEqual([false, true, true, true, true, true])
    expect(open[0]?.lines).toEqual([late])
  })
})
