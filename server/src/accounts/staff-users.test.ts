import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { anotherId } from '../../test/another-id.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { password, twoFactorOf } from '../people/two-factor-fixtures.ts'
import { lockAccount } from '../people/users.ts'
import { listAuditEntries } from '../platform/audit/audit-log.ts'
import { newId } from '../platform/database/ids.ts'

const shop = startShop()
const { account, enrolled } = twoFactorOf(shop)
const allCustomers = '/users/customers?size=1000'

const patchRole = (id: string, role: unknown, as?: Person, given: object = {}) =>
  shop.call('PATCH', `/users/${id}`, { body: { role, ...given }, as })

const flip = (id: string, as?: Person, body?: object) => shop.call('PATCH', `/users/user/${id}/status`, { body, as })

const auditEventsOn = async (id: string) =>
  (await listAuditEntries(shop.db, { page: 1, size: 20, keyword: `user:${id}` })).rows

describe('GET /users/customers', () => {
  it('T354 B74 lists customers only, newest first, without secrets', async () => {
    const admin = await shop.admin()
    const first = await shop.user({ first_name: 'Meera', last_name: 'Iyer' })
    const manager = await shop.user({ role: 'manager' })
    const second = await shop.user({ is_active: false })

    const { data, meta } = await shop.get(allCustomers, admin)

    const ids = data.map(({ _id }: { _id: string }) => _id)
    expect(ids.slice(0, 2)).toEqual([second.id, first.id])
    expect(ids).not.toContain(manager.id)
    expect(ids).not.toContain(admin.id)
    expect(data[1]).toEqual({
      _id: first.id,
      name: { firstName: 'Meera', lastName: 'Iyer' },
      email: first.email,
      avatar: null,
      role: 'customer',
      status: true,
    })
    expect(meta).toMatchObject({ page: 1, size: 1000, pageCount: 1, total: data.length })
  })

  it('T183 filters by inactive, over all pages and with a keyword', async () => {
    const admin = await shop.admin()
    const [inactive] = [
      await shop.user({ last_name: 'Wadia', is_active: false }),
      await shop.user({ last_name: 'Wadia' }),
    ]
    const found = async (query: string) => {
      const { data } = await shop.get(`/users/customers?${query}`, admin)
      return data.map(({ _id, status }: { _id: string; status: boolean }) => [_id, status])
    }

    expect(await found('status=inactive&size=1')).toEqual([[inactive.id, false]])
    expect(await found('status=inactive&keyword=wadia')).toEqual([[inactive.id, false]])
    expect((await found('status=active&keyword=wadia')).map(([, status]: [string, boolean]) => status)).toEqual([true])
    expect(await found('status=other&keyword=wadia')).toHaveLength(2)
  })

  it('T354 B93 finds every word in name or e-mail, literally and in any case', async () => {
    const admin = await shop.admin()
    const { id } = await shop.user({ first_name: 'Zubin', last_name: 'Mistry', email: 'zed_100%@example.com' })
    const found = async (keyword: string) => {
      const { data } = await shop.get(`/users/customers?keyword=${encodeURIComponent(keyword)}`, admin)
      return data.map(({ _id }: { _id: string }) => _id)
    }

    for (const keyword of ['zubin', 'MISTRY zub', 'zed_100%', 'bin mis', 'mistry EXAMPLE.com']) {
      expect([keyword, await found(keyword)]).toEqual([keyword, [id]])
    }
    for (const keyword of ['zubin rao', 'zub%mis', 'z_bin', '(', '.*', '\\']) {
      expect([keyword, await found(keyword)]).toEqual([keyword, []])
    }
  })
})

describe('GET /users/staff', () => {
  it('lists active and inactive admins and managers with their roles, in pages and by keyword', async () => {
    const admin = await shop.customer({ role: 'admin', last_name: 'Contractor' })
    const manager = await shop.user({ role: 'manager', last_name: 'Contractor', is_active: false })
    const former = await shop.customer({ last_name: 'Contractor' })
    await shop.user({ last_name: 'Contractor' })
    await patchRole(former.id, 'manager', admin)
    await shop.db
      .updateTable('users')
      .set({ deleted_at: new Date(), is_active: false })
      .where('id', '=', former.id)
      .execute()

    const { data, meta } = await shop.get('/users/staff?keyword=contractor', admin)

    expect(data).toMatchObject([
      { _id: manager.id, role: 'manager', status: false },
      { _id: admin.id, role: 'admin', status: true },
    ])
    expect(meta).toMatchObject({ page: 1, pageCount: 1, total: 2 })
    expect((await shop.get('/users/staff?keyword=contractor&size=1&page=2', admin)).data).toMatchObject([
      { _id: admin.id },
    ])
  })
})

describe('GET /users/:id', () => {
  it('T355 B68 shows any account to admins, without its password', async () => {
    const admin = await shop.admin()
    const { id, email } = await shop.user({ role: 'manager' })

    const { data } = await shop.get(`/users/${id}`, admin)

    expect(data).toEqual({
      _id: id,
      name: { firstName: 'Asha', lastName: 'Rao' },
      email,
      avatar: null,
      role: 'manager',
      status: true,
    })
    expect(await shop.get(`/users/${newId()}`, admin)).toMatchObject({ status: 404, message: 'User not found.' })
    expect(await shop.get('/users/user', admin)).toMatchObject({ status: 400 })
  })
})

describe('PATCH /users/:userId', () => {
  it("T356 T335 B69 changes the role at once and ends the account's sessions", async () => {
    const admin = await shop.admin()
    const person = await shop.customer()

    const answer = await patchRole(person.id, 'admin', admin, { userId: person.id })

    expect(answer).toMatchObject({ status: 200, message: 'User updated successfully.', data: { role: 'admin' } })
    expect(await shop.get('/users/current-user', person)).toMatchObject({ status: 401 })
    const promoted = await shop.signIn(person.id)
    expect(await shop.get('/users/customers', promoted)).toMatchObject({ status: 200 })

    await patchRole(person.id, 'manager', admin)
    expect(await shop.get('/users/customers', await shop.signIn(person.id))).toMatchObject({ status: 403 })
    expect(await auditEventsOn(person.id)).toMatchObject([
      { action: 'role.changed', before: { role: 'admin' }, after: { role: 'manager' }, actor: { _id: admin.id } },
      { action: 'role.changed', before: { role: 'customer' }, after: { role: 'admin' } },
    ])
  })

  it("B69 refuses the admin's own role, unknown roles, another id in the body and unknown accounts", async () => {
    const admin = await shop.admin()
    const { id } = await shop.user()

    expect(await patchRole(admin.id, 'customer', admin)).toMatchObject({
      status: 409,
      message: 'You cannot change your own role.',
    })
    expect(await patchRole(id, 'root', admin)).toMatchObject({
      status: 400,
      message: 'This must be one of the following: admin, customer, manager',
    })
    expect(await patchRole(id, 'manager', admin, { userId: newId() })).toMatchObject(anotherId('userId'))
    expect(await patchRole(newId(), 'manager', admin)).toMatchObject({ status: 404 })
    expect((await shop.get(`/users/${id}`, admin)).data.role).toBe('customer')
    expect(await auditEventsOn(id)).toEqual([])
  })
})

describe('an admin who was appointed without a password', () => {
  const anAdmin = () => account({ role: 'admin' })
  const refused = { status: 409, code: 'role_not_confirmed' }

  /** By the stolen session of an owner; the thief knows the password of this account alone. */
  async function appointed() {
    const [owner, thief] = [await anAdmin(), await account()]
    expect(await patchRole(thief.id, 'admin', owner.as)).toMatchObject({ status: 200, data: { role: 'admin' } })
    return { owner, thief: { ...thief, as: await shop.signIn(thief.id) } }
  }

  const money = (as: Person) => shop.changeSettings({ password, payments: { accountHolder: `Holder ${newId()}` } }, as)

  it('cannot move money, keys or emails, go live or demote an admin until another one confirms the role with a password', async () => {
    const { owner, thief } = await appointed()
    const keys = { clientId: 'AClient', clientSecret: 'EHLsecret1234', webhookId: 'WH-1', merchantId: 'MERCHANTOFSHO' }
    const server = { host: 'mail.example.com', port: 465, security: 'tls', from: 'shop@example.com' }

    expect(await money(thief.as)).toMatchObject(refused)
    for (const [method, path, body] of [
      ['PUT', '/payments/keys/paypal/sandbox', { keys }],
      ['DELETE', '/payments/keys/paypal/sandbox', {}],
      ['PUT', '/settings/mail', server],
      ['DELETE', '/settings/mail', {}],
      ['POST', '/dashboard/opening', {}],
      ['PATCH', `/users/${(await shop.user()).id}`, { role: 'admin' }],
    ] as const)
      expect(await shop.call(method, path, { as: thief.as, body: { ...body, password } })).toMatchObject(refused)

    expect(await patchRole(owner.id, 'customer', thief.as)).toMatchObject(refused)
    expect(await flip(owner.id, thief.as)).toMatchObject(refused)
    expect(await shop.call('DELETE', `/users/${owner.id}/sessions`, { as: thief.as })).toMatchObject(refused)
    expect(await patchRole((await shop.user()).id, 'admin', thief.as)).toMatchObject(refused)

    const { id, as } = await anAdmin()
    expect(await patchRole(thief.id, 'admin', as, { password: 'wrong1!' })).toMatchObject({ status: 400 })
    await patchRole(thief.id, 'admin', owner.as)
    expect(await money(thief.as)).toMatchObject(refused)
    expect(await patchRole(thief.id, 'admin', as, { password })).toMatchObject({ status: 200 })
    expect(await money(await shop.signIn(thief.id))).toMatchObject({ status: 200 })
    expect(await auditEventsOn(thief.id)).toMatchObject([
      { action: 'role.changed', before: { confirmed: false }, after: { confirmed: true }, actor: { _id: id } },
      { action: 'role.changed', before: { role: 'customer' }, after: { role: 'admin', confirmed: false } },
    ])
  })

  it('is listed as such, and loses the mark with the role', async () => {
    const { owner, thief } = await appointed()
    const other = await shop.user()
    await patchRole(other.id, 'admin', owner.as)
    const proven = async ({ id }: { id: string }) =>
      (await shop.get(`/users/${id}/overview`, owner.as)).data.isRoleProven
    const { data } = await shop.get('/users/staff?size=2', owner.as)

    expect(data).toMatchObject([
      { _id: other.id, isRoleProven: false },
      { _id: thief.id, isRoleProven: false },
    ])
    expect([await proven(thief), await proven(owner)]).toEqual([false, true])
    await patchRole(thief.id, 'customer', owner.as)
    expect(await proven(thief)).toBe(true)
  })

  it('includes one who was activated again so; with password and code both count at once', async () => {
    const { as, recoveryCodes } = await enrolled({ role: 'admin' })
    const [former, next] = [await anAdmin(), await account()]
    await flip(former.id, as)
    await flip(former.id, as)
    expect(await money(await shop.signIn(former.id))).toMatchObject(refused)

    await flip(former.id, as)
    const proofs = recoveryCodes.map(code => ({ password, code }))
    expect(await flip(former.id, as, proofs[0])).toMatchObject({ status: 200 })
    expect(await patchRole(next.id, 'admin', as, { password })).toMatchObject({ code: 'two_factor_required' })
    expect(await patchRole(newId(), 'admin', as, proofs[1])).toMatchObject({ status: 404 })
    expect(await patchRole(next.id, 'admin', as, proofs[1])).toMatchObject({ status: 200 })

    for (const { id } of [former, next]) expect(await money(await shop.signIn(id))).toMatchObject({ status: 200 })
  })

  it('is made known to the others by email', async () => {
    const { owner, thief } = await appointed()

    const { rows } = await sql`select data from pgboss.job
      where name = 'emails' and data->>'appointed' = ${thief.id}`.execute(shop.db)
    expect(rows).toContainEqual({ data: { kind: 'admin-appointed', user: owner.id, appointed: thief.id } })
  })
})

describe('PATCH /users/user/:id/status', () => {
  it('T357 B72 flips the status without a body, and sets it with one', async () => {
    const admin = await shop.admin()
    const { id } = await shop.user()

    expect(await flip(id, admin)).toMatchObject({
      status: 200,
      message: 'User updated successfully.',
      data: { _id: id, status: false },
    })
    expect((await flip(id, admin)).data.status).toBe(true)
    expect((await flip(id, admin, { status: true })).data.status).toBe(true)
    expect((await flip(id, admin, { status: false })).data.status).toBe(false)
    expect(await flip(id, admin, { status: 'no' })).toMatchObject({ status: 400 })
    expect((await auditEventsOn(id)).map(({ action }) => action)).toEqual([
      'customer.deactivated',
      'customer.activated',
      'customer.deactivated',
    ])
  })

  it('B49 locks a customer out at once', async () => {
    const person = await shop.customer()

    await flip(person.id, await shop.admin())

    expect(await shop.get('/users/current-user', person)).toMatchObject({ status: 401 })
    const sessions = await shop.db.selectFrom('sessions').selectAll().where('user_id', '=', person.id).execute()
    expect(sessions).toEqual([])
  })

  it("B70 refuses the admin's own account; B73 there are no aliases", async () => {
    const admin = await shop.admin()

    expect(await flip(admin.id, admin)).toMatchObject({ status: 409 })
    expect(await flip(newId(), admin)).toMatchObject({ status: 404, message: 'User not found.' })
    expect(await shop.call('PATCH', `/users/${admin.id}/status`, { as: admin })).toMatchObject({ status: 404 })
  })
})

describe('the last admin', () => {
  const active = () =>
    shop.db.selectFrom('users').select('id').where('role', '=', 'admin').where('is_active', '=', true).execute()

  it.each([
    ['demote each other', (id: string, as: Person) => patchRole(id, 'customer', as)],
    ['deactivate each other', (id: string, as: Person) => flip(id, as, { status: false })],
  ])('B69 B70 stays when two %s at the same time', async (_, change) => {
    for (let round = 0; round < 5; round++) {
      await shop.db.updateTable('users').set({ role: 'customer' }).where('role', '=', 'admin').execute()
      const [asha, ravi] = [await shop.admin(), await shop.admin()]

      const answers = await Promise.all([change(ravi.id, asha), change(asha.id, ravi)])

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await active()).toHaveLength(1)
    }
  })

  it('is not deactivated by one whose role has lost its proof since the call began', async () => {
    const [asha, ravi] = [await shop.admin(), await shop.admin()]
    let answer: ReturnType<typeof flip> | undefined

    await shop.db.transaction().execute(async db => {
      await lockAccount(db, asha.id)
      answer = flip(asha.id, ravi, { status: false })
      await untilWaiting(shop.db, 1)
      await db.updateTable('users').set({ is_role_proven: false }).where('id', '=', ravi.id).execute()
    })

    expect(await answer).toMatchObject({ status: 409, code: 'role_not_confirmed' })
  })

  it('C10 the demo admin keeps role and status, against any admin', async () => {
    const { id } = await shop.user({ role: 'admin', email: 'admin@example.com' })
    const admin = await shop.admin()

    expect(await patchRole(id, 'customer', admin)).toMatchObject({ status: 403 })
    expect(await flip(id, admin)).toMatchObject({ status: 403 })
    expect((await shop.get(`/users/${id}`, admin)).data).toMatchObject({ role: 'admin', status: true })
  })
})
