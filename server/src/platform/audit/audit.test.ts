import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { findBreakInAuditLog, listAuditEntries, recordAudit } from './audit-log.ts'

const shop = startShop()
const newest = { page: 1, size: 20, keyword: '' }

beforeEach(async () => {
  await tampering('truncate audit_log')
  await sql`update audit_head set id = 0, hash = ''`.execute(shop.db)
})

/** Runs a statement as the database's owner, which the shop is not. */
async function tampering(statement: string) {
  await sql`alter table audit_log disable trigger all`.execute(shop.db)
  await sql.raw(statement).execute(shop.db)
  await sql`alter table audit_log enable trigger all`.execute(shop.db)
}

async function threeAuditEvents() {
  const actor = (await shop.admin()).id
  const one = { actor, subject: 'product:a' } as const
  await recordAudit(shop.db, { ...one, action: 'product.updated', before: { price: 1 }, after: { price: 2 } })
  await recordAudit(shop.db, { actor: null, action: 'shop.started' })
  await recordAudit(shop.db, { ...one, action: 'product.deleted', before: { price: 2 } })
  return actor
}

describe('the audit log', () => {
  it('lists actor, action, subject, before and after, newest first', async () => {
    const actor = await threeAuditEvents()

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

  it('is filtered by actor, action and subject', async () => {
    const actor = await threeAuditEvents()
    const other = (await shop.admin()).id
    await recordAudit(shop.db, { actor: other, action: 'media.deleted', subject: 'media:b' })
    const found = async (given: object) =>
      (await listAuditEntries(shop.db, { ...newest, ...given })).rows.map(({ id }) => id)

    expect(await found({ actor })).toEqual([3, 1])
    expect(await found({ actor: 'shop' })).toEqual([2])
    expect(await found({ group: 'product' })).toEqual([3, 1])
    expect(await found({ group: 'prod' })).toEqual([])
    expect(await found({ subject: 'media:b' })).toEqual([4])
    expect(await found({ actor, group: 'media' })).toEqual([])
    expect(await found({ keyword: 'product' })).toEqual([3, 1])
    expect(await found({ keyword: 'media:' })).toEqual([4])
    expect(await found({ keyword: 'a%' })).toEqual([])
  })

  it('is found by the name of an account, however many guests bear it', async () => {
    const { id } = await shop.user({ first_name: 'Zenobia' })
    await recordAudit(shop.db, { actor: null, action: 'user.role-changed', subject: `user:${id}` })
    await sql`insert into users (id, email, first_name, last_name, password_hash, role)
      select 'f' || lpad(n::text, 23, '0'), n || '@example.com', 'Zenobia', 'Rao', '', 'guest'
      from generate_series(1, 1000) n`.execute(shop.db)

    expect(await listAuditEntries(shop.db, { ...newest, keyword: 'zenobia' })).toMatchObject({ total: 1 })
  })

  it('has an intact chain under concurrent writes', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => recordAudit(shop.db, { actor: null, action: `event.${n}` })))

    expect(await findBreakInAuditLog(shop.db)).toBeUndefined()
  })

  it.each(['update audit_log set action = action', 'delete from audit_log', 'truncate audit_log'])(
    'refuses: %s',
    async statement => {
      await threeAuditEvents()

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
    await threeAuditEvents()

    await tampering(statement)

    expect(await findBreakInAuditLog(shop.db)).toBe(place)
  })

  it('refuses everyone but admins', async () => {
    await threeAuditEvents()

    expect(await shop.get('/audit')).toMatchObject({ status: 401 })
    expect(await shop.get('/audit', await shop.customer())).toMatchObject({ status: 403 })
    const answer = await shop.get('/audit?size=2', await shop.admin())
    expect(answer).toMatchObject({ status: 200, meta: { total: 3, pageCount: 2 } })
    expect(answer.data).toHaveLength(2)
    const { data } = await shop.get('/audit/filters', await shop.admin())
    expect(data).toMatchObject({ groups: ['product', 'shop'] })
    expect(data.actors[0]).toMatchObject({ name: { firstName: 'Asha', lastName: 'Rao' } })
    expect(await shop.get('/audit?actor=unknown', await shop.admin())).toMatchObject({ status: 400 })
  })
})
