import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { findBreakInAuditLog, listAuditEntries, record } from './audit.repository.ts'

const shop = startShop()
const newest = { page: 1, size: 20, keyword: '' }

beforeEach(async () => {
  await tampering('truncate audit_log')
  await sql`update audit_head set id = 0, hash = ''`.execute(shop.db)
})

/** What somebody with the database in hand could do, but not the shop. */
async function tampering(statement: string) {
  await sql`alter table audit_log disable trigger all`.execute(shop.db)
  await sql.raw(statement).execute(shop.db)
  await sql`alter table audit_log enable trigger all`.execute(shop.db)
}

async function threeDeeds() {
  const actor = (await shop.admin()).id
  await record(shop.db, {
    actor,
    action: 'product.updated',
    subject: 'product:a',
    before: { price: 1 },
    after: { price: 2 },
  })
  await record(shop.db, { actor: null, action: 'shop.started' })
  await record(shop.db, { actor, action: 'product.deleted', subject: 'product:a', before: { price: 2 } })
  return actor
}

describe('the audit log', () => {
  it('tells who did what to whom, before and after, newest first', async () => {
    const actor = await threeDeeds()

    const { rows, total } = await listAuditEntries(shop.db, newest)

    expect(total).toBe(3)
    expect(rows[2]).toMatchObject({
      id: 1,
      actor: { _id: actor, name: { firstName: 'Asha', lastName: 'Rao' } },
      action: 'product.updated',
      subject: 'product:a',
      before: { price: 1 },
      after: { price: 2 },
    })
    expect(rows[1]).toMatchObject({ actor: null, action: 'shop.started', subject: null, before: null })
  })

  it('finds deeds by their words', async () => {
    await threeDeeds()

    const { rows } = await listAuditEntries(shop.db, { ...newest, keyword: 'product:A deleted' })

    expect(rows.map(({ action }) => action)).toEqual(['product.deleted'])
  })

  it('fits together while nobody tampers with it, however many write at a time', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => record(shop.db, { actor: null, action: `deed.${n}` })))

    expect(await findBreakInAuditLog(shop.db)).toBeUndefined()
  })

  it('forgets a deed whose transaction did not commit, and still fits together', async () => {
    const broken = shop.db.transaction().execute(async db => {
      await record(db, { actor: null, action: 'never.happened' })
      throw new Error('something else went wrong')
    })
    await expect(broken).rejects.toThrow()
    await record(shop.db, { actor: null, action: 'this.happened' })

    expect((await listAuditEntries(shop.db, newest)).rows.map(({ action }) => action)).toEqual(['this.happened'])
    expect(await findBreakInAuditLog(shop.db)).toBeUndefined()
  })

  it.each(['update audit_log set action = action', 'delete from audit_log', 'truncate audit_log'])(
    'refuses: %s',
    async statement => {
      await threeDeeds()

      await expect(sql.raw(statement).execute(shop.db)).rejects.toThrow('The audit log only grows.')
    },
  )

  it.each([
    ['a changed entry', `update audit_log set after = '{"price": 3}' where id = 1`, 1],
    ['another actor', 'update audit_log set actor_id = null where id = 3', 3],
    ['a removed entry in the middle', 'delete from audit_log where id = 2', 3],
    ['a removed last entry', 'delete from audit_log where id = 3', 3],
    ['a moved time', `update audit_log set at = at - interval '1 day' where id = 2`, 2],
  ])('shows %s', async (_, statement, place) => {
    await threeDeeds()

    await tampering(statement)

    expect(await findBreakInAuditLog(shop.db)).toBe(place)
  })

  it('is open to admins alone', async () => {
    await threeDeeds()

    expect(await shop.get('/audit')).toMatchObject({ status: 401 })
    expect(await shop.get('/audit', await shop.customer())).toMatchObject({ status: 403 })
    const answer = await shop.get('/audit?size=2', await shop.admin())
    expect(answer).toMatchObject({ status: 200, meta: { total: 3, pageCount: 2 } })
    expect(answer.data).toHaveLength(2)
  })
})
