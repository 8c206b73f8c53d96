import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { transact } from './transact.ts'

const shop = startShop()

const ownBackend = sql<{ pid: number }>`select pg_backend_pid() as pid`

describe('a connection that breaks between two statements', () => {
  it('fails its own transaction and no other', async () => {
    const broken = shop.db.transaction().execute(async db => {
      const pid = (await ownBackend.execute(db)).rows[0]?.pid ?? 0
      await sql`select pg_terminate_backend(${pid})`.execute(shop.db)
      await vi.waitFor(async () => {
        const { rows } = await sql`select from pg_stat_activity where pid = ${pid}`.execute(shop.db)
        expect(rows).toEqual([])
      })
      await ownBackend.execute(db)
    })

    await expect(broken).rejects.toThrow()
    expect((await ownBackend.execute(shop.db)).rows).toHaveLength(1)
  })
})

describe('a transaction', () => {
  /** Work that PostgreSQL gives up so many times; answers how often it ran. */
  const failing = (times: number, code: string) => {
    let runs = 0
    return async () => {
      runs++
      if (runs <= times) throw Object.assign(new Error('given up'), { code })
      return runs
    }
  }

  it.each(['40001', '40P01'])('is retried when PostgreSQL aborts it with %s', async code => {
    expect(await transact(shop.db, failing(2, code))).toBe(3)
  })

  it('fails when it is aborted again and again', async () => {
    await expect(transact(shop.db, failing(10, '40P01'))).rejects.toThrow('given up')
  })

  it('runs once when it fails for another reason', async () => {
    await expect(transact(shop.db, failing(1, '23505'))).rejects.toThrow('given up')
  })
})
