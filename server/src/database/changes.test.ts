import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { catalogChanges, changing, onChange } from './changes.ts'
import { connect } from './database.ts'
import { hear } from './hearing.ts'

describe('announcing changes', () => {
  const shop = startShop()
  let news: { stop(): void }
  let other: ReturnType<typeof connect>

  beforeAll(async () => {
    other = connect(shop.databaseUrl)
    news = await hear(other.pool, catalogChanges, { retryMs: 20 })
  })
  afterAll(async () => {
    news.stop()
    await other.close()
  })

  it('tells this instance before the change is answered, and the others soon', async () => {
    const heard: string[] = []
    const stop = onChange(tags => heard.push(...tags))

    await changing(shop.db, async (_db, touch) => touch('product:1', 'catalog'))

    // The others may already have been told as well.
    expect(heard.slice(0, 2)).toEqual(['product:1', 'catalog'])
    await vi.waitFor(() => expect(heard).toEqual(['product:1', 'catalog', 'product:1', 'catalog']))
    stop()
  })

  it('hears the others again after the database was away, and forgets what it knew meanwhile', async () => {
    const heard: string[] = []
    const tries = vi.spyOn(other.pool, 'connect')
    const name = new URL(shop.databaseUrl.replace('@/', '@localhost/')).pathname.slice(1)
    const admin = connect(shop.databaseUrl.replace(`/${name}`, '/postgres'), { poolSize: 1 })
    const stop = onChange(tags => heard.push(...tags))

    await admin.pool.query(`alter database ${name} allow_connections false`)
    await admin.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and query like 'listen %'`,
    )
    await vi.waitFor(() => expect(tries.mock.calls.length).toBeGreaterThan(2))
    await admin.pool.query(`alter database ${name} allow_connections true`)
    await vi.waitFor(() => expect(heard).toEqual(['*', '*']))
    await changing(shop.db, async (_db, touch) => touch('product:2'))

    await vi.waitFor(() => expect(heard).toEqual(['*', '*', 'product:2', 'product:2']))
    stop()
    await admin.close()
  })

  it('tells nobody of a change that was rolled back', async () => {
    const heard: string[] = []
    const stop = onChange(tags => heard.push(...tags))

    const failed = changing(shop.db, async (_db, touch) => {
      touch('catalog')
      throw new Error('no')
    })

    await expect(failed).rejects.toThrow('no')
    expect(heard).toEqual([])
    stop()
  })
})
