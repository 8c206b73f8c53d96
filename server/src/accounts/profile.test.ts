import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { reviewersOf } from '../catalog/reviews-fixtures.ts'
import { listAuditEntries } from '../platform/audit/audit.repository.ts'
import { onChange } from '../platform/database/invalidation.ts'

const shop = startShop()
const me = '/users/current-user'
const patch = (body: unknown, as?: Awaited<ReturnType<typeof shop.customer>>) => shop.call('PATCH', me, { body, as })

describe('PATCH /users/current-user', () => {
  it('T359 T326 changes name and e-mail, and answers the account as it is now', async () => {
    const customer = await shop.customer()

    const answer = await patch({ name: { firstName: ' Mira ', lastName: 'Sen' }, email: 'Mira@Example.com' }, customer)

    expect(answer).toMatchObject({ status: 200, success: true, message: 'Profile updated successfully.' })
    expect(answer.data).toMatchObject({ name: { firstName: 'Mira', lastName: 'Sen' }, email: 'mira@example.com' })
    expect((await shop.get(me, customer)).data).toEqual(answer.data)
  })

  it('ends the other sessions with another e-mail, and not with another name', async () => {
    const customer = await shop.customer()
    const other = await shop.signIn(customer.id)
    const statusOf = async (as: typeof other) => (await shop.get(me, as)).status

    await patch({ name: { firstName: 'Mira', lastName: 'Sen' } }, customer)
    expect(await statusOf(other)).toBe(200)
    await patch({ email: `${crypto.randomUUID()}@example.com` }, customer)

    expect([await statusOf(customer), await statusOf(other)]).toEqual([200, 401])
  })

  it('T292 T293 T294 T282 refuses a name without one of its parts', async () => {
    const customer = await shop.customer()
    const errors = async (name: unknown) => (await patch({ name }, customer)).errors

    expect(await errors({ lastName: 'Sen' })).toEqual({ 'name.firstName': 'First name is not acceptable.' })
    expect(await errors({ firstName: 'Mira', lastName: '  ' })).toEqual({
      'name.lastName': 'Last name is not acceptable.',
    })
    expect(await errors('Mira')).toEqual({ name: 'Name must include first name and last name.' })
    expect(await patch({ email: 'mira' }, customer)).toMatchObject({
      status: 400,
      errors: { email: 'This email is not valid.' },
    })
  })

  it('B65 changes nothing else, whatever is sent', async () => {
    const customer = await shop.customer()
    const { data: before } = await shop.get(me, customer)

    const answer = await patch(
      { role: 'admin', status: false, password: 'x', _id: 'f'.repeat(24), avatar: {} },
      customer,
    )

    expect(answer).toMatchObject({ status: 200, data: before })
  })

  it('B62 refuses an e-mail that another account has', async () => {
    await shop.user({ email: 'taken@example.com' })

    const answer = await patch({ email: ' TAKEN@example.com' }, await shop.customer())

    const message = 'User with this email already exists!'
    expect(answer).toMatchObject({ status: 409, success: false, message, errors: { email: message } })
  })

  it('gives an e-mail to one of several concurrent requests for it', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => shop.customer()))

    const answers = await Promise.all(people.map(person => patch({ email: 'wanted@example.com' }, person)))

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  })

  it('keeps both when name and e-mail are changed at once', async () => {
    const customer = await shop.customer()

    await Promise.all([
      patch({ name: { firstName: 'Tara', lastName: 'Iyer' } }, customer),
      patch({ email: 'tara@example.com' }, customer),
    ])

    const { data } = await shop.get(me, customer)
    expect(data).toMatchObject({ name: { firstName: 'Tara', lastName: 'Iyer' }, email: 'tara@example.com' })
  })

  it('B66 records that the e-mail changed, without the old or the new address', async () => {
    const customer = await shop.customer({ email: 'old@example.com' })
    await patch({ name: { firstName: 'Asha', lastName: 'Rao' } }, customer)
    await patch({ email: 'old@example.com' }, customer)
    await patch({ email: 'new@example.com' }, customer)

    const subject = `user:${customer.id}`
    const { rows } = await listAuditEntries(shop.db, { page: 1, size: 9, keyword: subject })

    expect(rows).toMatchObject([
      { actor: { _id: customer.id }, action: 'email.changed', subject, before: null, after: null },
    ])
  })

  it('B66 sends emails to both addresses on a change, to the old one only if it was confirmed', async () => {
    const customer = await shop.customer({ email: 'before@example.com', email_confirmed_at: new Date() })
    await patch({ email: 'after@example.com' }, customer)
    await patch({ email: 'further@example.com' }, customer)

    const { rows } = await sql<{ data: object }>`
      select data from pgboss.job where name = 'emails' and data->>'user' = ${customer.id}`.execute(shop.db)

    const confirm = { kind: 'confirm-email', user: customer.id }
    const notice = { kind: 'email-changed', user: customer.id, formerly: 'before@example.com' }
    const kinds = rows.map(({ data }) => data)
    expect(kinds).toHaveLength(3)
    expect(kinds).toEqual(expect.arrayContaining([notice, confirm, confirm]))
  })

  it('B56 keeps the e-mail of the demo admin, but not the name', async () => {
    const admin = await shop.customer({ role: 'admin', email: 'admin@example.com' })
    const name = { firstName: 'Mela', lastName: 'Staff' }

    expect(await patch({ email: 'mine@example.com' }, admin)).toMatchObject({ status: 403, success: false })
    expect(await patch({ name, email: 'admin@example.com' }, admin)).toMatchObject({ status: 200, data: { name } })
  })

  it("invalidates the pages that show a reviewer's name when it changes", async () => {
    const customer = await shop.customer()
    const product = await shop.product()
    await shop.post(`/products/${product.id}/reviews`, reviewersOf(shop).aReview(), customer)
    const invalidated: string[] = []
    const stop = onChange(tags => void invalidated.push(...tags))

    await patch({ email: 'quiet@example.com' }, customer)
    expect(invalidated).toEqual([])
    await patch({ name: { firstName: 'Noor', lastName: 'Khan' } }, customer)
    stop()

    expect(invalidated).toEqual([`reviewers:${product.id}`])
    const { data } = await shop.get(`/products/${product.id}/reviews`)
    expect(data[0].user.name).toEqual({ firstName: 'Noor', lastName: 'Khan' })
  })
})
