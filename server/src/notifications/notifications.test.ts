import type { OrderStatus } from '@mela/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import type { OrderLetterKind } from '../mail/email-kinds.ts'
import { post } from '../mail/outbox.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { startPostOffice } from './notifications-fixtures.ts'

const shop = startShop({ PUBLIC_URL: 'https://shop.mela.test' })
const office = startPostOffice(shop)
const { anOrder } = buyersOf(shop)

async function aReader(given: Parameters<typeof shop.user>[0] = {}) {
  const email = `${crypto.randomUUID()}@example.com`
  const { id } = await shop.user({ email, ...given })
  return { id, email }
}

describe('a letter', () => {
  it.each<[kind: 'welcome' | 'confirm-email' | 'password-reset' | 'password-changed', subject: string, link: string]>([
    ['welcome', 'Welcome to Mela', '/auth/confirm-email?token='],
    ['confirm-email', 'Confirm your address at Mela', '/auth/confirm-email?token='],
    ['password-reset', 'Choose a new password for Mela', '/auth/reset-password?token='],
    ['password-changed', 'Your password at Mela was changed', '/auth/forgot-password'],
  ])('comes as HTML and as text, with its link: %s', async (kind, subject, link) => {
    const { id, email } = await aReader()

    await post(shop.db, { kind, user: id })

    const [letter] = await office.letters(email)
    expect(letter).toMatchObject({
      subject,
      from: { name: 'Mela', address: 'shop@mela.test' },
      to: [{ name: 'Asha Rao', address: email }],
      envelopeTo: [email],
      messageId: expect.stringMatching(/^<[0-9a-f-]{36}@mela\.test>$/),
    })
    expect(letter?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
    for (const part of [letter?.text, letter?.html]) expect(part).toContain(`https://shop.mela.test${link}`)
    expect(letter?.html).toContain('Hello Asha,')
  })

  it.each<
    [letter: { kind: 'two-factor-on' | 'two-factor-off' } | { kind: 'recovery-code-used'; left: number }, text: RegExp]
  >([
    [{ kind: 'two-factor-on' }, /takes a code from your authenticator app/],
    [{ kind: 'two-factor-off' }, /Your password alone opens your account again/],
    [{ kind: 'recovery-code-used', left: 3 }, /you have 3 recovery codes left/],
    [{ kind: 'recovery-code-used', left: 1 }, /you have 1 recovery code left/],
    [{ kind: 'recovery-code-used', left: 0 }, /you have no recovery code left/],
  ])('tells of the security of an account: %o', async (letter, text) => {
    const { id, email } = await aReader()

    await post(shop.db, { ...letter, user: id })

    const [written] = await office.letters(email)
    expect(written?.text?.replace(/\s+/g, ' ')).toMatch(text)
    expect(written?.html).toContain('https://shop.mela.test/auth/forgot-password')
  })

  it('of a new address goes to the old one and does not tell the new one', async () => {
    const { id, email } = await aReader()

    await post(shop.db, { kind: 'email-changed', user: id, formerly: 'formerly@example.com' })

    const [letter] = await office.letters('formerly@example.com')
    expect(letter?.to).toEqual([expect.objectContaining({ address: 'formerly@example.com' })])
    expect(letter?.text).toContain('support@example.com')
    expect(`${letter?.html}${letter?.text}`).not.toContain(email)
    expect(office.lettersTo(email)).toEqual([])
  })

  it.each<[kind: OrderLetterKind, status: OrderStatus]>([
    ['order-placed', 'cancelled'],
    ['order-paid', 'cancelled'],
    ['order-paid', 'refunded'],
    ['order-shipped', 'cancelled'],
    ['order-shipped', 'refunded'],
  ])('is not written once the order went on: %s of an order that is %s', async (kind, status) => {
    const { id, email } = await aReader()
    const order = await anOrder(await shop.signIn(id))
    await office.letters(email)
    await shop.db.updateTable('orders').set({ status }).where('id', '=', order).execute()

    await post(shop.db, { kind, order })
    await office.allSent()

    expect(office.lettersTo(email)).toHaveLength(1)
  })

  it('does not ask to pay an order whose payment is pending', async () => {
    const { id, email } = await aReader()
    const customer = await shop.signIn(id)
    const order = await anOrder(customer)
    await office.letters(email)
    await buyersOf(shop).pay(customer, order, 'echeck')

    await post(shop.db, { kind: 'order-placed', order })
    await office.allSent()

    expect(office.lettersTo(email)).toHaveLength(1)
  })

  it('of a payment promises no parcel of an order that was sent meanwhile', async () => {
    const { id, email } = await aReader()
    const order = await anOrder(await shop.signIn(id))
    await office.letters(email)
    await shop.db.updateTable('orders').set({ status: 'shipped' }).where('id', '=', order).execute()

    await post(shop.db, { kind: 'order-paid', order })

    const [, letter] = await office.letters(email, 2)
    for (const part of [letter?.text, letter?.html]) {
      expect(part).toContain('We received $198.00 for your order.')
      expect(part).not.toContain('packing')
    }
  })

  it.each<[kind: OrderLetterKind, status: OrderStatus, subject: RegExp]>([
    ['order-paid', 'processing', /^Thank you: order [0-9A-F]{8} is paid$/],
    ['order-shipped', 'shipped', /^Order [0-9A-F]{8} is on its way$/],
    ['order-cancelled', 'cancelled', /^Order [0-9A-F]{8} was cancelled$/],
  ])('tells of an order, with what was ordered, what it costs and where it goes: %s', async (kind, status, subject) => {
    const { id, email } = await aReader({ email_confirmed_at: new Date() })
    const order = await anOrder(await shop.signIn(id))
    const { city, state, pinCode } = shop.anAddress()
    await office.letters(email)
    await shop.db.updateTable('orders').set({ status }).where('id', '=', order).execute()

    await post(shop.db, { kind, order })

    const [, letter] = await office.letters(email, 2)
    expect(letter?.subject).toMatch(subject)
    for (const part of [letter?.text, letter?.html]) {
      expect(part).toContain(`https://shop.mela.test/account/pay/${order}`)
      expect(part).toContain('$198.00')
      expect(part).toContain('12 Sea View Apartments')
      expect(part).toContain(`${city}, ${state} ${pinCode}`)
    }
  })

  it('of an order that waits for its payment says for how long it is kept (B20)', async () => {
    const { id, email } = await aReader()

    await anOrder(await shop.signIn(id))

    const [letter] = await office.letters(email)
    for (const part of [letter?.text, letter?.html]) {
      expect(part?.replace(/\s+/g, ' ')).toContain(
        'Once $198.00 is paid, we pack it. If it is not paid 30 minutes after you ordered, it is cancelled.',
      )
    }
  })

  it('shows the pictures of an order by their full address', async () => {
    const { id, email } = await aReader()
    const picture = await shop.media()
    const product = await shop.product({ thumbnail_id: picture.id })
    const body = { products: [{ product: product.id, quantity: 2 }], shippingAddress: shop.anAddress() }

    await shop.post('/orders', body, await shop.signIn(id))

    const [letter] = await office.letters(email)
    const small = picture.file.replace('-1200', '-400')
    expect(letter?.html).toContain(`src="https://shop.mela.test/media/${small}"`)
  })

  it('obeys no line break in a name, and shows markup as text', async () => {
    const name = { first_name: 'A\r\nBcc: victim@example.com', last_name: '<b>Rao</b>' }
    const { id, email } = await aReader({ ...name, email_confirmed_at: new Date() })
    const product = await shop.product({ name: '<img src=x onerror=alert(1)>' })
    const shippingAddress = shop.anAddress({ building: '12 <i>Sea</i> View' })

    await shop.post(
      '/orders',
      { products: [{ product: product.id, quantity: 1 }], shippingAddress },
      await shop.signIn(id),
    )

    const [letter] = await office.letters(email)
    expect(letter?.envelopeTo).toEqual([email])
    expect(letter?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(letter?.html).not.toMatch(/<b>|<i>|<img src=x/)
    expect(letter?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(letter?.html).toContain('12 &lt;i&gt;Sea&lt;/i&gt; View')
  })

  it('repeats no advertisement that somebody registered as a name', async () => {
    const { id, email } = await aReader({ first_name: 'Win at evil.example', last_name: 'now' })

    await post(shop.db, { kind: 'welcome', user: id })

    const [letter] = await office.letters(email)
    expect(letter?.html).not.toContain('evil.example')
    expect(letter?.to).toEqual([{ name: '', address: email }])
    expect(letter?.text).toContain('Hello,')
  })

  it('repeats the delivery address of an unpaid order only at a confirmed address', async () => {
    const [confirmed, unconfirmed] = [await aReader({ email_confirmed_at: new Date() }), await aReader()]
    for (const { id } of [confirmed, unconfirmed]) {
      const order = await anOrder(await shop.signIn(id))
      await shop.call('PATCH', `/orders/${order}/cancel`, { as: await shop.signIn(id) })
    }

    const letters = [...(await office.letters(confirmed.email)), ...(await office.letters(unconfirmed.email))]
    const isTold = letters.filter(({ text = '', html }) => /Delivery to/.test(`${text}${html}`))
    expect(isTold.map(({ envelopeTo }) => envelopeTo[0])).toEqual([confirmed.email])
    expect(letters.at(-1)?.envelopeTo).toEqual([unconfirmed.email])
  })

  it('goes to nobody whose account is no more', async () => {
    const { id, email } = await aReader()
    await post(shop.db, { kind: 'password-changed', user: id })
    await shop.db.deleteFrom('users').where('id', '=', id).execute()

    await office.allSent()

    expect(office.lettersTo(email)).toEqual([])
  })

  it('is tried again when the mail server refuses it, as the same letter, and the log names nobody', async () => {
    const { id, email } = await aReader()
    office.refuse(2)

    await post(shop.db, { kind: 'password-reset', user: id })

    const [letter] = await office.letters(email)
    const { rows } = await jobOf(id)
    expect(rows).toEqual([{ id: letter?.messageId?.slice(1, 37), retry_count: 2 }])
    expect(office.log).toHaveLength(2)
    expect(JSON.stringify(office.log)).not.toContain(email)
  })
})

const jobOf = (user: string) =>
  sql`select id, retry_count from pgboss.job where name = 'emails' and data->>'user' = ${user}`.execute(shop.db)
