import { PostgresDriver, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { connect } from './database.ts'
import { catalogChanges, onChange } from './invalidation.ts'
import { listen } from './listening.ts'
import { transact } from './transact.ts'

describe('invalidation', () => {
  const shop = startShop()
  let event: { stop(): void }[]
  let own: ReturnType<typeof connect>
  let other: ReturnType<typeof connect>
  /** Second copies of the modules, as in another process. */
  let others: typeof import('./invalidation.ts') & typeof import('./transact.ts')

  beforeAll(async () => {
    vi.resetModules()
    others = { ...(await import('./invalidation.ts')), ...(await import('./transact.ts')) }
    own = connect(shop.databaseUrl)
    other = connect(shop.databaseUrl)
    event = [
      await listen(own.pool, catalogChanges, { retryMs: 20 }),
      await listen(other.pool, others.catalogChanges, { retryMs: 20 }),
    ]
  })
  afterAll(async () => {
    for (const { stop } of event) stop()
    await Promise.all([own.close(), other.close()])
  })

  it('notifies this instance before the change is answered, and each other instance once', async () => {
    const [received, receivedByOther]: [string[][], string[][]] = [[], []]
    const stops = [onChange(tags => received.push([...tags])), others.onChange(tags => receivedByOther.push([...tags]))]

    await transact(shop.db, async (_db, invalidate) => invalidate('product:1', 'catalog'))
    expect(received).toEqual([['product:1', 'catalog']])
    await vi.waitFor(() => expect(receivedByOther).toEqual([['product:1', 'catalog']]))
    await others.transact(shop.db, async (_db, invalidate) => invalidate('product:2'))

    // Notifications arrive in order, so none of the first change is still pending.
    const both = [['product:1', 'catalog'], ['product:2']]
    await vi.waitFor(() => expect({ received, receivedByOther }).toEqual({ received: both, receivedByOther: both }))
    for (const stop of stops) stop()
  })

  it('invalidates everything when a change has more tags than a notification holds', async () => {
    const received: string[][] = []
    const stop = others.onChange(tags => received.push([...tags]))
    const tags = Array.from({ length: 300 }, (_, i) => `product:${String(i).padStart(24, '0')}` as const)

    await transact(shop.db, async (_db, invalidate) => invalidate(...tags))

    await vi.waitFor(() => expect(received).toEqual([['*']]))
    stop()
  })

  it('listens again after the database was away, and then invalidates everything', async () => {
    const received: string[] = []
    const tries = vi.spyOn(own.pool, 'connect')
    const name = new URL(shop.databaseUrl.replace('@/', '@localhost/')).pathname.slice(1)
    const admin = connect(shop.databaseUrl.replace(`/${name}`, '/postgres'), { poolSize: 1 })
    const stop = onChange(tags => received.push(...tags))

    await admin.pool.query(`alter database ${name} allow_connections false`)
    await admin.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and query like 'listen %'`,
    )
    await vi.waitFor(() => expect(tries.mock.calls.length).toBeGreaterThan(2))
    await admin.pool.query(`alter database ${name} allow_connections true`)
    await vi.waitFor(() => expect(received).toEqual(['*']))
    await others.transact(shop.db, async (_db, invalidate) => invalidate('product:2'))

    await vi.waitFor(() => expect(received).toEqual(['*', 'product:2']))
    stop()
    await admin.close()
  })

  it('gets a gap call when another listener has gone, which may not have sent what it committed', async () => {
    const [staying, leaving] = [connect(shop.databaseUrl), connect(shop.databaseUrl)]
    const gaps = vi.fn()
    const dies = await listen(leaving.pool, { stays: () => {} })
    const listener = await listen(staying.pool, { stays: gaps }, { heartbeatMs: 20 })
    const probes = () =>
      sql<{ seen: boolean }>`select exists (select from pg_stat_activity where query like '%mela listens%'
        and datname = current_database() and pid <> pg_backend_pid()) as seen`.execute(shop.db)
    await vi.waitFor(async () => expect((await probes()).rows).toEqual([{ seen: true }]))
    expect(gaps).not.toHaveBeenCalled()

    dies.stop()

    await vi.waitFor(() => expect(gaps).toHaveBeenCalledTimes(1))
    listener.stop()
    await Promise.all([staying.close(), leaving.close()])
  })

  it('invalidates when the answer of the commit is lost, and again when it has ended, with a gap for staff', async () => {
    const [received, receivedByOther]: [string[][], string[][]] = [[], []]
    const stops = [onChange(tags => received.push([...tags])), others.onChange(tags => receivedByOther.push([...tags]))]
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    vi.spyOn(PostgresDriver.prototype, 'commitTransaction').mockRejectedValueOnce(new Error('Connection terminated'))

    const failed = transact(shop.db, async (_db, invalidate) => invalidate('product:3'))

    await expect(failed).rejects.toThrow('Connection terminated')
    expect({ received, receivedByOther }).toEqual({ received: [['product:3']], receivedByOther: [] })
    vi.advanceTimersByTime(30_000)
    vi.useRealTimers()
    await vi.waitFor(() => expect(receivedByOther).toEqual([['product:3']]))
    expect(received).toEqual([['product:3'], ['product:3']])
    for (const stop of stops) stop()
  })

  it('notifies no instance of a change that was rolled back', async () => {
    const received: string[] = []
    const stop = onChange(tags => received.push(...tags))

    const failed = transact(shop.db, async (_db, invalidate) => {
      invalidate('catalog')
      throw new Error('no')
    })

    await expect(failed).rejects.toThrow('no')
    expect(received).toEqual([])
    stop()
  })
})
