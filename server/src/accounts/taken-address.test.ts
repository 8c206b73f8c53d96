import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { startMailServer } from '../messages/notifications-fixtures.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { deleteSessionsOf } from '../people/sessions.ts'
import { lockUser } from '../people/users.ts'
import { anEmail, linkTo, membersOf, password } from './account-fixtures.ts'

const shop = startShop()
const office = startMailServer(shop)
const { aMember, change, confirmEmail, forget, leave, logIn } = membersOf(shop)
const chosen = 'Chosen#771'

const deadlocks = async () =>
  (
    await sql<{
      count: number
    }>`select deadlocks::int as count from pg_stat_database where datname = current_database()`.execute(shop.db)
  ).rows[0]?.count

const reopen = (token: string) => shop.post('/auth/reopen-account', { token })

/** Closes a confirmed owner's account from a stolen session; answers the emailed undo link. */
async function aClosedAccount() {
  const owner = await aMember()
  await confirmEmail(owner)
  await leave(await shop.signIn(owner.id), {})
  return { owner, token: await linkTo(office, owner.email, '/auth/reopen-account') }
}

describe('the link that reopens an account', () => {
  it('works though the newer account has an order on its way; that account keeps all but the address', async () => {
    const { owner, token } = await aClosedAccount()
    const stranger = await aMember(owner.email)
    const order = await buyersOf(shop).anOrder(stranger)
    await shop.db.updateTable('orders').set({ status: 'shipped' }).where('id', '=', order).execute()

    expect(await reopen(token)).toMatchObject({ status: 200 })

    expect(await logIn(owner.email)).toMatchObject({ status: 200, user: { _id: owner.id } })
    expect(await membersOf(shop).isSignedIn(stranger)).toBe(false)
  })
})

it('confirms only the address that it was sent to, also when the account gets another one meanwhile', async () => {
  const { id, email } = await aMember()
  const token = await linkTo(office, email, '/auth/confirm-email')

  const confirming = await shop.db.transaction().execute(async db => {
    await lockUser(db, id)
    const confirming = shop.post('/auth/confirm-email', { token })
    await untilWaiting(shop.db, 1)
    await db.updateTable('users').set({ email: anEmail() }).where('id', '=', id).execute()
    return { confirming }
  })

  expect(await confirming.confirming).toMatchObject({ status: 400 })
  const users = shop.db.selectFrom('users').select('email_confirmed_at').where('id', '=', id)
  expect(await users.executeTakeFirst()).toEqual({ email_confirmed_at: null })
})

it('accounts that swap addresses concurrently do not deadlock', async () => {
  const [one, other] = [await aMember(), await aMember()]
  await change(one, { email: anEmail() })
  await change(other, { email: anEmail() })
  const emails = await shop.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', [one.id, other.id])
    .execute()
  const emailOf = ({ id }: { id: string }) => emails.find(user => user.id === id)?.email
  const before = await deadlocks()

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      n % 2 ? change(one, { email: emailOf(other), password }) : change(other, { email: emailOf(one), password }),
    ),
  )

  for (const { status } of answers) expect([200, 401, 409]).toContain(status)
  expect(await deadlocks()).toBe(before)
})

it.each([
  ['another password', { oldPassword: password, newPassword: chosen }, 'PATCH', '/users/current-user/password'],
  ['another address', { email: anEmail(), password }, 'PATCH', '/users/current-user'],
  ['deletion', { password }, 'DELETE', '/users/current-user'],
  ['an address', shop.anAddress(), 'POST', '/users/current-user/addresses'],
  ['a cart', { lines: [], version: 0 }, 'PUT', '/cart'],
] as const)('%s does not outlive the session that asked for it', async (_what, body, method, path) => {
  const owner = await aMember()
  const { asked } = await shop.db.transaction().execute(async db => {
    await lockUser(db, owner.id)
    const asked = shop.call(method, path, { as: owner, body })
    await untilWaiting(shop.db, 1)
    await deleteSessionsOf(db, owner.id)
    return { asked }
  })

  expect(await asked).toMatchObject({ status: 401 })
  expect(await logIn(owner.email)).toMatchObject({ status: 200 })
})

it('an account that gets a role is given back to no earlier address', async () => {
  const squatter = await aMember()
  await confirmEmail(squatter)
  const email = anEmail()
  await change(squatter, { email })
  await shop.call('PATCH', `/users/${squatter.id}`, { as: await shop.admin(), body: { role: 'admin' } })

  await forget(squatter.email)
  await office.allSent()

  const links = office.emailsTo(squatter.email).filter(({ text }) => text?.includes('/auth/reset-password'))
  expect(links).toEqual([])
  expect(await membersOf(shop).register(squatter.email)).toMatchObject({ status: 201 })
})
