import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { startMailServer, tokenIn } from '../messages/notifications-fixtures.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { listAuditEntries } from '../platform/audit/audit-log.ts'
import { newId } from '../platform/database/ids.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import { hashPassword } from './passwords.ts'
import { seal } from './sealed-secrets.ts'
import { newSecret } from './two-factor.ts'
import { updatePassword, updateProfile } from './users.ts'

const shop = startShop()
const office = startMailServer(shop)
const { anOrder, pay } = buyersOf(shop)

const password = 'abcd1!'
const chosen = 'wxyz9?'
const worthless = { status: 400, message: 'This link was used already or is too old. Please ask for a new one.' }

async function anAccount(given: Parameters<typeof shop.user>[0] = {}) {
  const email = `${crypto.randomUUID()}@example.com`
  const { id } = await shop.user({ email, password_hash: await hashPassword(password), ...given })
  return { id, email }
}

const forget = (email: string) => shop.post('/auth/forgot-password', { email })
const reset = (token: string, password = chosen) => shop.post('/auth/reset-password', { token, password })
const logIn = (email: string, password: string) => shop.post('/auth/login', { email, password })

async function turnOnTwoFactor(user_id: string, was_confirmed: boolean) {
  const { secret } = newSecret('asha@example.com', 'Kala')
  const row = { user_id, secret: seal(shop.app.env, user_id, secret), confirmed_at: new Date(), was_confirmed }
  await shop.db.insertInto('two_factor').values(row).execute()
}

/** The link's token of the newest requested email. */
async function tokenFor(email: string) {
  await forget(email)
  await office.allSent()
  const newest = office.emailsTo(email).at(-1)
  return tokenIn({ text: newest?.text ?? '' }, '/auth/reset-password')
}

describe('a forgotten password (B61)', () => {
  it('is replaced by the emailed link, once, and ends all sessions', async () => {
    const { id, email } = await anAccount()
    const elsewhere = await shop.signIn(id)
    const token = await tokenFor(email)

    const answer = await reset(token)

    expect(answer).toMatchObject({ status: 200, message: 'Password updated successfully. Please login with it.' })
    expect(await shop.get('/users/current-user', elsewhere)).toMatchObject({ status: 401 })
    expect(await logIn(email, password)).toMatchObject({ status: 401 })
    expect(await logIn(email, chosen)).toMatchObject({ status: 200 })
    expect(await reset(token, 'other1!')).toMatchObject(worthless)
    const [, notice] = await office.emails(email, 2)
    expect(notice?.subject).toBe('Your password at Mela was changed')
  })

  it('unlocks the login after failed ones, and voids earlier emails', async () => {
    const { email } = await anAccount()
    const [earlier, token] = [await tokenFor(email), await tokenFor(email)]
    for (let n = 0; n < 10; n++) await logIn(email, 'wrong1!')
    expect(await logIn(email, password)).toMatchObject({ status: 429 })

    await reset(token)

    expect(await logIn(email, chosen)).toMatchObject({ status: 200 })
    expect(await reset(earlier, 'other1!')).toMatchObject(worthless)
  })

  it('answers the same for an unknown address, and sends no email', async () => {
    const { email } = await anAccount()

    const [known, unknown] = [await forget(email), await forget('unknown@example.com')]
    await office.allSent()

    expect(known).toMatchObject({ status: 200, success: true })
    expect({ ...unknown, headers: null }).toEqual({ ...known, headers: null })
    expect(office.emailsTo(email)).toHaveLength(1)
    expect(office.emailsTo('unknown@example.com')).toEqual([])
  })

  it('is audited, and neither token nor address stand in the log or the database', async () => {
    const { id, email } = await anAccount()
    const token = await tokenFor(email)
    const { token_hash } = await shop.db
      .selectFrom('user_tokens')
      .select('token_hash')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    await reset(token)

    const { rows } = await listAuditEntries(shop.db, { page: 1, size: 5, keyword: id })
    expect(rows).toMatchObject([{ action: 'password.reset', subject: `user:${id}`, before: null, after: null }])
    expect(Buffer.from(token, 'base64url').equals(token_hash)).toBe(false)
  })

  it.each([
    ['stays on', new Date(), 403],
    ['is turned off when the address was never confirmed', null, 200],
    ['is turned off when a previous address was never confirmed', null, 200, true],
  ])('two-factor sign-in %s', async (_, email_confirmed_at, status, hasLeft = false) => {
    const { id, email } = await anAccount({ email_confirmed_at })
    await turnOnTwoFactor(id, email_confirmed_at !== null)
    const body = { email: `${crypto.randomUUID()}@example.com` }
    if (hasLeft) await shop.call('PATCH', '/users/current-user', { body, as: await shop.signIn(id) })

    await reset(await tokenFor(email))

    expect(await logIn(email, chosen)).toMatchObject({ status })
  })

  it.each([
    ['are kept', new Date(), false, 1],
    ['are kept when the account has paid', null, true, 1],
    ['of another person go when the address was never confirmed', null, false, 0],
  ])('saved addresses and cart %s', async (_, email_confirmed_at, hasPaid, count) => {
    const { id, email } = await anAccount({ email_confirmed_at })
    const first = await shop.signIn(id)
    await shop.post('/users/current-user/addresses', shop.anAddress(), first)
    const lines = [{ product: newId(), variant: newId(), quantity: 1 }]
    await shop.call('PUT', '/cart', { body: { version: 0, lines }, as: first })
    if (hasPaid) await pay(first, await anOrder(first))

    await reset(await tokenFor(email))

    const owner = await shop.signIn(id)
    expect((await shop.get('/users/current-user/addresses', owner)).data).toHaveLength(count)
    expect((await shop.get('/cart', owner)).data.lines).toHaveLength(count)
  })

  it('sends no email to a deactivated account or the demo admin (C10)', async () => {
    const { email } = await anAccount({ is_active: false })
    await shop.user({ email: 'admin@example.com', role: 'admin' })

    await forget(email)
    await forget('admin@example.com')
    await office.allSent()

    expect(office.emailsTo(email)).toEqual([])
    expect(office.emailsTo('admin@example.com')).toEqual([])
  })

  it.each<[what: string, change: (id: string) => Promise<unknown>]>([
    ['half an hour later', id => update('user_tokens', { expires_at: new Date(Date.now() - 1000) }, id)],
    ['once the password has changed', id => updatePassword(shop.db, id, 'another')],
    ['once the address has changed', id => changeEmail(id)],
    ['once the account is deactivated', id => update('users', { is_active: false }, id)],
  ])('is not reset by the link %s', async (_, change) => {
    const { id, email } = await anAccount()
    const token = await tokenFor(email)

    await change(id)

    expect(await reset(token)).toMatchObject(worthless)
  })

  it('is not reset by a link for another purpose', async () => {
    const { id, email } = await anAccount()
    await enqueueEmail(shop.db, { kind: 'confirm-email', user: id })
    const [newest] = await office.emails(email)

    expect(await reset(tokenIn(newest ?? {}, '/auth/confirm-email'))).toMatchObject(worthless)
  })
})

const changeEmail = (id: string) =>
  shop.db.transaction().execute(db => updateProfile(db, id, { email: `${crypto.randomUUID()}@example.com` }))

async function update(table: 'users' | 'user_tokens', values: object, userId: string) {
  await shop.db
    .updateTable(table)
    .set(values)
    .where(table === 'users' ? 'id' : 'user_id', '=', userId)
    .execute()
}
