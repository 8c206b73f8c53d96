import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { browserAfter } from '../../../test/browser.ts'
import { startShop } from '../../../test/shop.ts'
import { startMailServer, tokenIn } from '../../messages/notifications-fixtures.ts'

const lines: string[] = []
const shop = startShop({ LOG_LEVEL: 'trace' }, { write: line => void lines.push(line) })
const office = startMailServer(shop)

const email = 'meera.nair@example.com'
const password = 'kerala#42'
const chosen = 'monsoon#7'
const name = { firstName: 'Meerabai', lastName: 'Nairabai' }
const shippingAddress = shop.anAddress({ name, building: '7 Banyan House', street: 'Lavelle Road' })

/** Calls with personal data and secrets, and their failures. */
async function aDayInTheShop() {
  const registered = await shop.post('/auth/register', { name, email, password })
  const person = browserAfter(registered)
  await shop.post('/auth/register', { name, email, password })
  await shop.post('/auth/login', { email, password: 'wrong#1234' })
  const { id } = await shop.product()
  await shop.post('/orders', { products: [{ product: id, quantity: 1 }], shippingAddress }, person)
  await shop.post('/users/current-user/addresses', shippingAddress, person)
  office.refuse(1, `No such user: <${email}>`)
  await shop.post('/auth/forgot-password', { email })
  await office.allSent()
  const newest = office.emailsTo(email).find(({ subject }) => subject?.includes('new password'))
  const token = tokenIn(newest ?? {}, '/auth/reset-password')
  await shop.post('/auth/reset-password', { token, password: chosen })
  await shop.post('/auth/login', { email, password: chosen })
  const broken = await whileTheDatabaseRefuses(() =>
    shop.post('/auth/register', { name, email: `other.${email}`, password }),
  )
  return { broken, secrets: [person.cookie.split('=')[1] ?? '', token] }
}

/** PostgreSQL's error then quotes the whole row. */
async function whileTheDatabaseRefuses<Result>(work: () => Promise<Result>): Promise<Result> {
  await sql`alter table users add constraint closed check (first_name = 'Unused') not valid`.execute(shop.db)
  try {
    return await work()
  } finally {
    await sql`alter table users drop constraint closed`.execute(shop.db)
  }
}

it('keeps passwords, tokens, emails, names and addresses out of the log at its lowest level (B136)', async () => {
  const { broken, secrets } = await aDayInTheShop()

  const log = lines.join('')
  expect(broken).toMatchObject({ status: 500 })
  expect(log).toContain(broken.requestId)
  expect(log).toContain('"constraint":"closed"')
  expect(log).toContain('a job failed')
  for (const secret of [
    email,
    password,
    chosen,
    '$argon2',
    'Meerabai',
    'Nairabai',
    'Banyan',
    'Lavelle',
    '9820012345',
    ...secrets,
  ]) {
    expect(log).not.toContain(secret)
  }
})
