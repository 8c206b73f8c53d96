import { describe, expect, it } from 'vitest'
import { browserAfter } from '../../test/browser.ts'
import { type Person, startShop } from '../../test/shop.ts'

const password = 'abcd1!'

const shop = startShop()

function registration(given: Record<string, unknown> = {}) {
  const email = `${crypto.randomUUID()}@example.com`
  return { name: { firstName: 'Asha', lastName: 'Rao' }, email, password, ...given }
}

const whoIs = async (browser: Person) => (await shop.get('/users/current-user', browser)).data?._id

describe('POST /auth/register', () => {
  it('T337 creates an account, signs in, and lets its owner log in', async () => {
    const form = registration()

    const answer = await shop.post('/auth/register', form)
    const login = await shop.post('/auth/login', { email: form.email, password })

    const user = { name: form.name, email: form.email, avatar: null, role: 'customer', status: true }
    expect(answer).toMatchObject({ status: 201, success: true, message: 'Registration successful!', user })
    expect(answer.data).toEqual(answer.user)
    expect(answer.data._id).toMatch(/^[0-9a-f]{24}$/)
    expect(await whoIs(browserAfter(answer))).toBe(answer.data._id)
    expect(login).toMatchObject({ status: 200, user: { _id: answer.data._id } })
  })

  it('T274 creates a customer, whatever else the body says', async () => {
    const extra = { role: 'admin', status: false, _id: 'f'.repeat(24), avatar: { url: '/x.webp' }, isActive: false }

    const answer = await shop.post('/auth/register', registration(extra))

    expect(answer.user).toMatchObject({ role: 'customer', status: true, avatar: null })
    expect(answer.user._id).not.toBe(extra._id)
    expect((await shop.get('/users/current-user', browserAfter(answer))).data.role).toBe('customer')
  })

  it('T276 treats e-mails as equal in any case', async () => {
    const { email } = registration()

    const first = await shop.post('/auth/register', registration({ email: ` ${email.toUpperCase()}` }))
    const second = await shop.post('/auth/register', registration({ email }))

    expect(first).toMatchObject({ status: 201, user: { email } })
    expect(second).toMatchObject({ status: 409, success: false, message: 'User with this email already exists!' })
    expect(second.cookies).toEqual([])
  })

  it('lets one of several simultaneous registrations win', async () => {
    const form = registration()

    const answers = await Promise.all(Array.from({ length: 6 }, () => shop.post('/auth/register', form)))

    const statuses = answers.map(({ status }) => status).sort()
    const users = await shop.db.selectFrom('users').select('id').where('email', '=', form.email).execute()
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409])
    expect(users).toHaveLength(1)
    expect(
      await shop.db
        .selectFrom('sessions')
        .where('user_id', '=', users[0]?.id ?? '')
        .selectAll()
        .execute(),
    ).toHaveLength(1)
  })

  it('B66 takes an address that another account changed to without its password and never confirmed', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const squatter = await shop.post('/auth/register', registration())
    const { user } = squatter
    await shop.call('PATCH', '/users/current-user', { body: { email }, as: browserAfter(squatter) })

    const answer = await shop.post('/auth/register', registration({ email }))

    expect(answer).toMatchObject({ status: 201, user: { email } })
    const row = await shop.db.selectFrom('users').selectAll().where('id', '=', user._id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ email: user.email, email_confirmed_at: null })
    expect(await shop.post('/auth/register', registration({ email }))).toMatchObject({ status: 409 })
  })
})
