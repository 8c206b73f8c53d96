import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { startShop } from '../../../test/shop.ts'

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
