import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { untilWaiting } from '../../test/until-waiting.ts'
import { reviewersOf } from '../catalog/reviews-fixtures.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { eraseUser, lockUser } from '../people/users.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import { onChange } from '../platform/database/invalidation.ts'
import { membersOf, password } from './account-fixtures.ts'

const shop = startShop()
const { buy, stockOf } = shoppersOf(shop)
const { pay, historyOf } = buyersOf(shop)
const { aMember, leave, logIn } = membersOf(shop)
const proof = { password }
const rowOf = ({ id }: Person) => shop.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Tokens and two-factor secrets of the account. */
async function insertSecrets({ id }: Person) {
  await shop.db.insertInto('two_factor').values({ user_id: id, secret: 'SECRET' }).execute()
  const token = { token_hash: randomBytes(32), email_id: randomUUID(), expires_at: new Date(Date.now() + 60_000) }
  const purpose = 'confirm-email'
  await shop.db
    .insertInto('user_tokens')
    .values({ ...token, user_id: id, purpose, email: 'a@example.com' })
    .execute()
}

async function statusOf(order: string) {
  const { status } = await shop.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', order)
    .executeTakeFirstOrThrow()
  return status
}

describe('DELETE /users/current-user', () => {
  it('T360 B67 ends the account: sessions end, login fails, and the e-mail is free', async () => {
    const member = await aMember('mira@example.com')

    const answer = await leave(member, proof)

    expect(answer).toMatchObject({ status: 200, success: true, message: 'Your account was deleted.', data: null })
    expect(answer.cookies).toMatchObject([
      { name: 'mela_session', value: '' },
      { name: 'mela_signed_in', value: '' },
    ])
    expect(await shop.get('/users/current-user', member)).toMatchObject({ status: 401 })
    expect(await logIn('mira@example.com')).toMatchObject({ status: 401 })
    expect((await aMember('mira@example.com')).id).not.toBe(member.id)
  })

  it('B67 C12 erases personal data and keeps a review without a name', async () => {
    const member = await aMember('personal@example.com')
    const { id } = await shop.product()
    await shop.post(`/products/${id}/reviews`, reviewersOf(shop).aReview(), member)
    await shop.post('/users/current-user/addresses', shop.anAddress(), member)
    await insertSecrets(member)
    const body = new FormData()
    const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    body.append('avatar', new Blob([new Uint8Array(image)]))
    const { data } = await shop.call('PATCH', '/users/current-user/avatar', { body, as: member })
    const invalidated: string[] = []
    const stop = onChange(tags => void invalidated.push(...tags))

    await leave(member, proof)
    stop()

    expect(await rowOf(member)).toMatchObject({
      first_name: 'Deleted',
      last_name: 'user',
      email: `${member.id}@deleted.invalid`,
      avatar_url: null,
      is_active: false,
      deleted_at: expect.any(Date),
    })
    for (const table of ['addresses', 'sessions', 'two_factor', 'user_tokens'] as const) {
      const left = await shop.db.selectFrom(table).select('user_id').where('user_id', '=', member.id).execute()
      expect(left).toEqual([])
    }
    expect((await shop.app.inject(data.avatar.url)).statusCode).toBe(404)
    expect(invalidated).toEqual([`reviewers:${id}`])
    expect((await shop.get(`/products/${id}/reviews`)).data[0].user).toEqual({
      name: { firstName: 'Deleted', lastName: 'user' },
      avatar: { url: null },
    })
  })

  it("B67 cancels unpaid orders and returns their stock, also on the product's page", async () => {
    const member = await aMember('unpaid@example.com')
    const [plenty, last] = [await shop.product(), await shop.product({ stock: 2 })]
    const lines = [plenty, last].map(({ id }) => ({ product: id, quantity: 2 }))
    const order = (await buy(member, lines)).data._id
    const invalidated: string[] = []
    const stop = onChange(tags => void invalidated.push(...tags))

    expect(await leave(member, proof)).toMatchObject({ status: 200 })
    stop()

    expect(await statusOf(order)).toBe('cancelled')
    expect(await historyOf(order)).toEqual(['pending', 'cancelled'])
    expect([await stockOf(plenty.id), await stockOf(last.id)]).toEqual([20, 2])
    expect(invalidated.sort()).toEqual(['catalog', `product:${plenty.id}`, `product:${last.id}`].sort())
  })

  it('B67 is refused until paid orders have arrived, and keeps orders and payments then', async () => {
    const member = await aMember('bought@example.com')
    const { id } = await shop.product()
    const order = (await buy(member, [{ product: id, quantity: 1 }])).data._id
    await pay(member, order)
    const move = (status: 'shipped' | 'delivered') =>
      shop.db.updateTable('orders').set({ status }).where('id', '=', order).execute()
    await shop.db.updateTable('orders').set({ guest_mailbox: 'earlier@example.com' }).where('id', '=', order).execute()
    const message =
      'You have an order that is being packed or on its way. Cancel it, or delete your account once it has arrived.'

    expect(await leave(member, proof)).toMatchObject({ status: 409, success: false, message })
    await move('shipped')
    expect(await leave(member, proof)).toMatchObject({ status: 409 })
    expect(await shop.get('/users/current-user', member)).toMatchObject({ status: 200 })
    await move('delivered')
    expect((await shop.get('/users/current-user/data', member)).data.guestMailboxes).toEqual(['earlier@example.com'])
    expect(await leave(member, proof)).toMatchObject({ status: 200 })

    expect(await statusOf(order)).toBe('delivered')
    const mailboxes = shop.db.selectFrom('orders').select('guest_mailbox').where('id', '=', order)
    expect(await mailboxes.execute()).toEqual([{ guest_mailbox: null }])
    const kept = await shop.db.selectFrom('payments').select('status').where('user_id', '=', member.id).execute()
    expect(kept).toEqual([{ status: 'completed' }])
    expect(await stockOf(id)).toBe(19)
  })

  it('refuses an order that is placed while the account is being deleted', async () => {
    const member = await aMember('leaving@example.com')
    const { id } = await shop.product()
    let ordered: ReturnType<typeof buy> | undefined

    await shop.db.transaction().execute(async db => {
      await lockUser(db, member.id)
      ordered = buy(member, [{ product: id, quantity: 1 }])
      await Promise.race([ordered, untilWaiting(shop.db, 1)])
      await eraseUser(db, member.id, 'none')
    })

    expect(await ordered).toMatchObject({ status: 401 })
    expect(await stockOf(id)).toBe(20)
  })

  it('hides the account from staff, who cannot undo the deletion', async () => {
    const admin = await shop.admin()
    const counted = async () => [
      (await shop.get('/users/admin', admin)).data.Customers,
      (await shop.get('/users/customers', admin)).meta.total,
    ]
    const before = await counted()
    const member = await aMember('counted@example.com')
    expect(await counted()).toEqual(before.map(count => count + 1))

    await leave(member, proof)

    expect(await counted()).toEqual(before)
    expect(await shop.call('PATCH', `/users/user/${member.id}/status`, { as: admin })).toMatchObject({ status: 404 })
    const revived = shop.db.updateTable('users').set({ is_active: true }).where('id', '=', member.id).execute()
    await expect(revived).rejects.toThrow('users_deleted_are_inactive')
  })
})

describe('an admin', () => {
  const dismiss = () => shop.db.updateTable('users').set({ role: 'customer' }).where('role', '=', 'admin').execute()

  it('B67 may delete the account while another admin stays, and not as the last one', async () => {
    await dismiss()
    const [first, second] = [await shop.admin(), await shop.admin()]
    await shop.db
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', (await shop.admin()).id)
      .execute()

    expect(await leave(first)).toMatchObject({ status: 200 })
    expect(await leave(second)).toMatchObject({
      status: 409,
      success: false,
      message: 'The last admin cannot leave the shop.',
    })
  })

  it('stays while the role of every other admin is unconfirmed', async () => {
    await dismiss()
    const [owner, appointed] = [await shop.admin(), await shop.user()]
    await shop.call('PATCH', `/users/${appointed.id}`, { as: owner, body: { role: 'admin' } })

    const message = 'Please confirm the role of another admin first.'
    expect(await leave(owner)).toMatchObject({ status: 409, code: 'last_admin', message })
    expect(await leave(await shop.signIn(appointed.id))).toMatchObject({ status: 200 })
  })

  it('stays when the last two delete their accounts at once', async () => {
    await dismiss()
    const admins = [await shop.admin(), await shop.admin()]

    // Both run as far as they can before either commits.
    const leaving = await shop.db.transaction().execute(async db => {
      await recordAudit(db, { actor: null, action: 'shop.paused' })
      const leaving = admins.map(admin => leave(admin))
      await untilWaiting(shop.db, 2)
      return leaving
    })
    const answers = await Promise.all(leaving)

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('B56 is kept when it is the demo admin', async () => {
    const demo = await shop.customer({ role: 'admin', email: 'admin@example.com' })

    expect(await leave(demo)).toMatchObject({ status: 403, success: false })
  })
})
