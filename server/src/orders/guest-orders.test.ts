import { SIGNED_IN_COOKIE, UNPAID_COUNTS, UNREACHABLE_DOMAIN } from '@mela/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { browserAfter } from '../../test/browser.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { startMailServer } from '../messages/notifications-fixtures.ts'
import { cleanUp } from '../operate/open-work.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { hashPassword } from '../people/passwords.ts'
import { enqueueEmail } from '../platform/mail/outbox.ts'
import { discountsOf } from './discounts/discounts-fixtures.ts'
import { guestsOf } from './guests-fixtures.ts'
import { shoppersOf } from './orders-fixtures.ts'

const shop = startShop()
const office = startMailServer(shop)
const { pay } = buyersOf(shop)
const { buy, stockOf, cancel } = shoppersOf(shop)
const { aGuestInput, aGuestOrder, anEmail, browserOf, order } = guestsOf(shop)

const tooOld = { status: 400, code: 'link_expired' }

const usersWith = async (email: string) =>
  (await shop.db.selectFrom('users').select(['id', 'role']).where('email', '=', email).execute()).map(
    ({ role }) => role,
  )

/** The token of the newest email with a link to this order. */
async function linkTo(id: string, email: string): Promise<string> {
  await enqueueEmail(shop.db, { kind: 'order-link', order: id })
  await office.allSent()
  const text = office.emailsTo(email).at(-1)?.text ?? ''
  return /\/auth\/order#([\w-]{43})/.exec(text)?.[1] ?? ''
}

const open = (token: string, as?: Person) => shop.post('/orders/guest/sessions', { token }, as)

async function tokenTo(email: string) {
  await office.allSent()
  return /token=([\w-]{43})/.exec(office.emailsTo(email).at(-1)?.text ?? '')?.[1]
}

async function confirm(user: string, email: string, as?: Person) {
  await enqueueEmail(shop.db, { kind: 'confirm-email', user })
  return shop.post('/auth/confirm-email', { token: await tokenTo(email) }, as)
}

describe('B147 an order without an account', () => {
  it('is placed, read, paid and cancelled by the browser that placed it', async () => {
    const { guest, order: id } = await aGuestOrder()

    expect(await shop.get(`/orders/current-user/${id}`, guest)).toMatchObject({ data: { status: 'pending' } })
    expect(await pay(guest, id)).toMatchObject({ status: 201, data: { status: 'completed' } })
    const paid = (await shop.get(`/orders/current-user/${id}`, guest)).data
    expect(paid).toMatchObject({ status: 'processing', invoices: [{ kind: 'invoice' }] })
    expect(await shop.get(`/invoices/${paid.invoices[0]._id}`, guest)).toMatchObject({ status: 200 })
    expect(await cancel(id, guest)).toMatchObject({ status: 200, data: { status: 'cancelled' } })
  })

  it('names to this browser the address that emails about it go to, and none of an account', async () => {
    const { guest, order: id, email } = await aGuestOrder()
    const customer = await shop.customer()
    const { data: own } = await buy(customer, (await aGuestInput()).products)

    expect((await shop.get(`/orders/current-user/${id}`, guest)).data.guestEmail).toBe(email)
    expect((await cancel(id, guest)).data.guestEmail).toBe(email)
    expect((await shop.get(`/orders/current-user/${own._id}`, customer)).data.guestEmail).toBeUndefined()
  })

  it('opens a session for a day that no use prolongs, and takes the sign of an account away', async () => {
    const answer = await order(await aGuestInput())

    expect(answer.cookies).toMatchObject([
      { httpOnly: true, sameSite: 'Lax', maxAge: 24 * 3600 },
      { name: SIGNED_IN_COOKIE, value: '', expires: new Date(0) },
    ])
    const guest = browserOf(answer)
    await sql`update sessions set created_at = now() - interval '23 hours', last_used_at = now() - interval '23 hours'
      where user_id = ${guest.id}`.execute(shop.db)
    expect((await shop.get(`/orders/current-user/${answer.data._id}`, guest)).cookies).toEqual([])
  })

  it('is placed once for parallel and later repeats of a key, and each repeat may open it', async () => {
    const input = await aGuestInput()
    const parallel = await Promise.all([1, 2].map(() => order(input, { key: 'lost answer' })))
    const answers = [...parallel, await order(input, { key: 'lost answer' })]

    const [id, ...others] = new Set(answers.map(({ data }) => data._id))
    expect(others).toEqual([])
    for (const answer of answers) {
      expect(await shop.get(`/orders/current-user/${id}`, browserOf(answer))).toMatchObject({ status: 200 })
    }
    expect(await stockOf(input.products[0]?.product ?? '')).toBe(19)
    const changed = { ...input, deliveryMethod: 'Standard delivery' }
    expect(await order(changed, { key: 'lost answer' })).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
  })

  it('keeps its guest to itself when the server has forgotten the key: that places no further one', async () => {
    const input = await aGuestInput()
    const first = await order(input, { key: 'paid by link' })
    await sql`update idempotency_keys set created_at = now() - interval '25 hours'`.execute(shop.db)
    const later = await aGuestInput({ email: input.email })

    for (const body of [later, input]) {
      const answer = await order(body, { key: 'paid by link' })
      expect(answer).toMatchObject({ status: 409, code: 'idempotency_key_reused', cookies: [] })
    }
    const second = await order(later, { key: 'another' })
    expect(second.data.user).not.toBe(first.data.user)
    for (const { data } of [first, second]) {
      expect(await open(await linkTo(data._id, input.email))).toMatchObject({ data: { order: data._id } })
    }
  })

  it('of another guest does not exist', async () => {
    const [mine, theirs] = [await aGuestOrder(), await aGuestOrder()]

    expect(await shop.get(`/orders/current-user/${theirs.order}`, mine.guest)).toMatchObject({ status: 404 })
    expect(await cancel(theirs.order, mine.guest)).toMatchObject({ status: 404 })
  })

  it('gets the last unit once, of two guests who press at the same moment', async () => {
    const { id: product } = await shop.product({ stock: 1 })
    const inputs = await Promise.all([1, 2].map(() => aGuestInput({ products: [{ product, quantity: 1 }] })))

    const answers = await Promise.all(inputs.map(input => order(input)))

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await stockOf(product)).toBe(0)
    expect((await Promise.all(inputs.map(({ email }) => usersWith(email)))).flat()).toEqual(['guest'])
  })

  it('is refused where the owner takes none, and to a browser that is logged in', async () => {
    const input = await aGuestInput()

    expect(await order(input, { as: await shop.customer() })).toMatchObject({ status: 409 })
    await shop.changeSettings({ orders: { guests: false } })
    try {
      expect(await order(input)).toMatchObject({ status: 403 })
    } finally {
      await shop.changeSettings({ orders: { guests: true } })
    }
  })
})

describe('B147 the address of a guest', () => {
  it('gets the same answer whether it belongs to an account, a guest or neither', async () => {
    const email = anEmail()
    const { id } = await shop.user({ email })
    const taken = anEmail()
    await shop.db
      .insertInto('email_changes')
      .values({ user_id: id, email: taken, expires_at: new Date(Date.now() + 60_000) })
      .execute()
    const free = await order(await aGuestInput())

    for (const known of [email, email, taken]) {
      const answer = await order(await aGuestInput({ email: known }))
      expect(answer.status).toBe(201)
      expect(Object.keys(answer.data)).toEqual(Object.keys(free.data))
    }
  })

  it('is no account: it signs no one in, resets no password, and is free to register', async () => {
    const { guest, email } = await aGuestOrder()
    const account = { name: { firstName: 'Asha', lastName: 'Rao' }, email, password: 'abcd1!' }

    expect(await shop.post('/auth/login', { email, password: '' })).toMatchObject({ status: 400 })
    expect(await shop.post('/auth/login', { email, password: 'abcd1!' })).toMatchObject({ status: 401 })
    await shop.post('/auth/forgot-password', { email })
    expect(await office.allSent().then(() => office.emailsTo(email))).toEqual([])
    expect(await shop.post('/auth/register', account)).toMatchObject({ status: 201 })
    expect(await usersWith(email)).toEqual(expect.arrayContaining(['guest', 'customer']))
    expect(await shop.post('/auth/register', account)).toMatchObject({ status: 409, code: 'email_taken' })
    expect(await shop.get(`/users/${guest.id}`, await shop.admin())).toMatchObject({ status: 404 })
  })

  it('is no customer in lists and figures, and gets neither role nor status', async () => {
    const admin = await shop.admin()
    const figures = async () => (await shop.get('/users/admin', admin)).data.Customers
    const before = await figures()
    const { guest, email } = await aGuestOrder()

    expect(await figures()).toBe(before)
    for (const list of ['customers', 'staff']) {
      expect((await shop.get(`/users/${list}?keyword=${email}`, admin)).data).toEqual([])
    }
    const body = { userId: guest.id, role: 'admin' }
    expect(await shop.call('PATCH', `/users/${guest.id}`, { as: admin, body })).toMatchObject({ status: 404 })
    expect(await shop.call('PATCH', `/users/user/${guest.id}/status`, { as: admin })).toMatchObject({ status: 404 })
    expect(await usersWith(email)).toEqual(['guest'])
  })

  it('is shown to staff with the order, as that of a guest', async () => {
    const { order: id, email } = await aGuestOrder()
    const admin = await shop.admin()

    expect((await shop.get(`/orders/${id}`, admin)).data.customer).toMatchObject({ email, isGuest: true })
    expect((await shop.get(`/orders?keyword=${email}`, admin)).data).toMatchObject([{ _id: id }])
  })
})

describe('B147 C21 the link in a guest’s email', () => {
  it('shows the order, and opens it in another browser', async () => {
    const { order: id, email } = await aGuestOrder()
    const token = await linkTo(id, email)

    expect(await shop.get(`/orders/guest/${token}`)).toMatchObject({ status: 200, data: { _id: id } })
    const answer = await open(token)
    expect(answer).toMatchObject({ status: 200, data: { order: id } })
    const elsewhere = { id, cookie: `${answer.cookies[0]?.name}=${answer.cookies[0]?.value}` }
    expect(await pay(elsewhere, id)).toMatchObject({ status: 201 })
  })

  it('works for 90 days, and is renewed after that by an email to the same address', async () => {
    const { order: id, email } = await aGuestOrder()
    const token = await linkTo(id, email)
    await sql`update user_tokens set created_at = now() - interval '91 days', expires_at = expires_at - interval '91 days'
      where purpose = 'guest-order'`.execute(shop.db)
    await cleanUp(shop.db)

    expect(await open(token)).toMatchObject(tooOld)
    expect(await shop.get(`/orders/guest/${token}`)).toMatchObject(tooOld)
    const renewed = await shop.post('/orders/guest/links', { token })
    const unknown = await shop.post('/orders/guest/links', { token: 'x'.repeat(43) })
    expect({ ...unknown, headers: {} }).toEqual({ ...renewed, headers: {} })
    await office.allSent()
    expect(office.emailsTo(email)).toHaveLength(2)
    expect(await open(/#([\w-]{43})/.exec(office.emailsTo(email)[1]?.text ?? '')?.[1] ?? '')).toMatchObject({
      status: 200,
    })
  })

  it('ends with the session that is closed on a shared device, whose address bar offers it, and can be renewed', async () => {
    const { order: id, email } = await aGuestOrder()
    const token = await linkTo(id, email)
    const [opened] = (await open(token)).cookies

    await shop.post('/auth/logout', undefined, { id, cookie: `${opened?.name}=${opened?.value}` })

    expect(await open(token)).toMatchObject(tooOld)
    await shop.post('/orders/guest/links', { token })
    await office.allSent()
    expect(await open(/#([\w-]{43})/.exec(office.emailsTo(email).at(-1)?.text ?? '')?.[1] ?? '')).toMatchObject({
      status: 200,
    })
  })

  it('leaves the account alone that is logged in, and gives it the order only at the same address', async () => {
    const { order: id, email } = await aGuestOrder()
    const token = await linkTo(id, email)
    const owner = await shop.signIn((await shop.user({ email })).id)

    expect(await open(token, await shop.customer())).toMatchObject({ status: 409, code: 'other_account', cookies: [] })
    expect(await open(token, owner)).toMatchObject({ status: 200, cookies: [] })
    expect(await shop.get(`/orders/current-user/${id}`, owner)).toMatchObject({ status: 200 })
    expect(await open(token)).toMatchObject(tooOld)
  })

  it('gives an account with the same, unconfirmed address this order alone', async () => {
    const email = anEmail()
    const { order } = await aGuestOrder({ email })
    const other = await aGuestOrder({ email })
    const { id } = await shop.user({ email, email_confirmed_at: null })
    const account = await shop.signIn(id)

    expect((await open(await linkTo(order, email), account)).status).toBe(200)

    expect((await shop.get('/orders/current-user', account)).data).toMatchObject([{ _id: order }])
    expect(await shop.get(`/orders/current-user/${other.order}`, other.guest)).toMatchObject({ status: 200 })
    const user = shop.db.selectFrom('users').select('email_confirmed_at').where('id', '=', id)
    expect(await user.executeTakeFirst()).toEqual({ email_confirmed_at: null })
  })

  it('is in the emails of guests, who are offered an account whether or not there is one', async () => {
    const { guest, order: id, email } = await aGuestOrder()
    await pay(guest, id)

    const [thanks] = await office.emails(email)
    expect(thanks?.text).toMatch(/\/auth\/order#[\w-]{43}/)
    expect(thanks?.text).toContain('/auth/register')
    expect(thanks?.text).toContain('was placed with this address')
    expect(thanks?.text).not.toContain('/account/pay/')
  })
})

describe('B147 a quote that names an address', () => {
  it('counts what guests of the mailbox have ordered, and nothing that an account has', async () => {
    const { code } = (await discountsOf(shop, await shop.admin()).add({ firstOrderOnly: true })).data
    const [ofGuest, ofAccount] = [anEmail(), anEmail()]
    const { products } = await aGuestInput()
    await order(await aGuestInput({ email: ofGuest }))
    await buy(await shop.customer({ email: ofAccount, email_confirmed_at: new Date() }), products)
    const refusalFor = async (email: string) =>
      (await shop.post('/quotes', { products, codes: [code], email })).data.discounts[0].refusal

    expect(await refusalFor(ofGuest.replace('@', '+again@'))).toBe(`${code} is for first orders only. ${UNPAID_COUNTS}`)
    expect(await refusalFor(ofAccount)).toBeNull()
  })
})

describe('B147 an account whose address is confirmed', () => {
  it('takes over the orders that guests placed with it, with payments and invoices, and ends their sessions', async () => {
    const email = anEmail()
    const first = await aGuestOrder({ email })
    await pay(first.guest, first.order)
    const second = await aGuestOrder({ email })
    const foreign = await aGuestOrder()
    const { id } = await shop.user({ email, password_hash: await hashPassword('abcd1!') })
    const account = await shop.signIn(id)
    expect((await shop.get('/orders/current-user', account)).data).toEqual([])

    const answer = await confirm(id, email, account)

    expect(answer.message).toBe(
      'Your address is confirmed. Thank you. The 2 orders that you placed as a guest are in your account now.',
    )
    const orders = (await shop.get('/orders/current-user', account)).data
    expect(orders).toMatchObject([{ _id: second.order }, { _id: first.order }])
    expect(await shop.get(`/payments/${orders[1].payment}`, account)).toMatchObject({ status: 200 })
    const { invoices } = (await shop.get(`/orders/current-user/${first.order}`, account)).data
    expect(await shop.get(`/invoices/${invoices[0]._id}`, account)).toMatchObject({ status: 200 })
    expect(await shop.get(`/orders/current-user/${first.order}`, first.guest)).toMatchObject({ status: 401 })
    expect(await shop.get(`/orders/current-user/${foreign.order}`, foreign.guest)).toMatchObject({ status: 200 })
    expect(await usersWith(email)).toEqual(['customer'])
    expect((await order(second.input, { key: 'later' })).status).toBe(201)
  })

  it('gets no order by a confirmation from outside its own session, and gets them with a new password by email', async () => {
    const { guest, order: id, email } = await aGuestOrder()
    const account = await shop.signIn((await shop.user({ email })).id)

    for (const reader of [undefined, guest, await shop.customer()]) {
      expect(await confirm(account.id, email, reader)).toMatchObject({ status: 403, code: 'other_account' })
    }

    const state = (await shop.get('/users/current-user/email-confirmation', account)).data
    expect(state).toMatchObject({ confirmed: false })
    expect((await shop.get('/orders/current-user', account)).data).toEqual([])
    await shop.post('/auth/forgot-password', { email })
    await shop.post('/auth/reset-password', { token: await tokenTo(email), password: 'wxyz9?' })
    expect(await shop.get('/orders/current-user', account)).toMatchObject({ status: 401 })
    const owner = browserAfter(await shop.post('/auth/login', { email, password: 'wxyz9?' }))
    expect((await shop.get('/orders/current-user', owner)).data).toMatchObject([{ _id: id }])
  })

  it('is hidden from guests: codes are refused to its address as before, so that one mailbox uses a code once', async () => {
    const { add } = discountsOf(shop, await shop.admin())
    const [limited, first] = [await add({ limitPerCustomer: 1 }), await add({ firstOrderOnly: true })]
    const codes = [limited.data.code, first.data.code]
    const refusalsFor = async (email: string) =>
      (await order(await aGuestInput({ email, codes, totalAmount: 1 }))).data.discounts
    const { email } = await aGuestOrder({ codes: codes.slice(0, 1), totalAmount: 186.2 })
    const { id } = await shop.user({ email })
    const before = await refusalsFor(email)
    expect(before).not.toEqual(await refusalsFor(anEmail()))

    await confirm(id, email, await shop.signIn(id))

    expect(await refusalsFor(email)).toEqual(before)
    const { id: product } = await shop.product()
    const cart = { products: [{ product, quantity: 1 }], codes: codes.slice(0, 1) }
    const [said] = (await shop.post('/quotes', cart, await shop.signIn(id))).data.discounts
    expect(said.refusal).toBe(`You have used ${limited.data.code} already. ${UNPAID_COUNTS}`)
  })

  it('finds the order of a repeated key gone, and places no second one', async () => {
    const input = await aGuestInput()
    await order(input, { key: 'adopted' })
    const { id } = await shop.user({ email: input.email })
    const account = await shop.signIn(id)
    await confirm(id, input.email, account)

    expect(await order(input, { key: 'adopted' })).toMatchObject({ status: 401 })
    expect((await shop.get('/orders/current-user', account)).data).toHaveLength(1)
  })
})

describe('B147 what is kept of a guest', () => {
  const age = (id: string, days: number) =>
    sql`update orders set created_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(shop.db)
  const traces = async (id: string, user: string) => {
    const { shipping_address } = await shop.db
      .selectFrom('orders')
      .select('shipping_address')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { email } = await shop.db.selectFrom('users').select('email').where('id', '=', user).executeTakeFirstOrThrow()
    return { name: shipping_address.name.firstName, isReachable: !email.endsWith(UNREACHABLE_DOMAIN) }
  }

  it('goes 30 days after an order that was never paid, and after the years of retention with a paid one', async () => {
    const [young, unpaid, paid, old] = [
      await aGuestOrder(),
      await aGuestOrder(),
      await aGuestOrder(),
      await aGuestOrder(),
    ]
    for (const { guest, order } of [young, unpaid]) await cancel(order, guest)
    for (const { guest, order } of [paid, old]) await pay(guest, order)
    await age(unpaid.order, 31)
    await age(paid.order, 365)
    await age(old.order, 9 * 366)

    await cleanUp(shop.db)

    const kept = { name: 'Asha', isReachable: true }
    const gone = { name: 'Deleted', isReachable: false }
    const found = await Promise.all([young, unpaid, paid, old].map(({ order, guest }) => traces(order, guest.id)))
    expect(found).toEqual([kept, gone, kept, gone])
  })

  it('answers a key whose order was erased as one that has placed an order', async () => {
    const input = await aGuestInput()
    const { data, ...answer } = await order(input, { key: 'erased' })
    await cancel(data._id, browserOf({ data, ...answer }))
    await age(data._id, 31)
    await sql`update idempotency_keys set created_at = now() - interval '31 days'`.execute(shop.db)
    await cleanUp(shop.db)

    expect(await order(input, { key: 'erased' })).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
  })
})
