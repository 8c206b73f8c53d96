import type { OrderStatus } from '@mela/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { enqueueEmail, type OrderEmailKind } from '../platform/mail/outbox.ts'
import { startMailServer } from './notifications-fixtures.ts'

const shop = startShop({ PUBLIC_URL: 'https://shop.mela.test' })
const office = startMailServer(shop)
const { anOrder } = buyersOf(shop)

async function changeLook(look: object) {
  const admin = await shop.admin()
  expect(await shop.changeSettings({ look }, admin)).toMatchObject({ status: 200 })
}

async function aPicture() {
  const create = { width: 900, height: 900, channels: 3, background: '#eeebe5' } as const
  const { file, width, height } = await shop.app.pictures.makePicture(await sharp({ create }).png().toBuffer())
  return shop.media({ file, width, height })
}

async function aReader(given: Parameters<typeof shop.user>[0] = {}) {
  const email = `${crypto.randomUUID()}@example.com`
  const { id } = await shop.user({ email, ...given })
  return { id, email }
}

describe('an email', () => {
  it.each<[kind: 'welcome' | 'confirm-email' | 'password-reset' | 'password-changed', subject: string, link: string]>([
    ['welcome', 'Welcome to Mela', '/auth/confirm-email?token='],
    ['confirm-email', 'Confirm your address at Mela', '/auth/confirm-email?token='],
    ['password-reset', 'Choose a new password for Mela', '/auth/reset-password?token='],
    ['password-changed', 'Your password at Mela was changed', '/auth/forgot-password'],
  ])('comes as HTML and as text, with its link: %s', async (kind, subject, link) => {
    const { id, email } = await aReader()

    await enqueueEmail(shop.db, { kind, user: id })

    const [message] = await office.emails(email)
    expect(message).toMatchObject({
      subject,
      from: { name: 'Mela', address: 'shop@mela.test' },
      to: [{ name: 'Asha Rao', address: email }],
      envelopeTo: [email],
      messageId: expect.stringMatching(/^<[0-9a-f-]{36}@mela\.test>$/),
    })
    expect(message?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
    for (const part of [message?.text, message?.html]) expect(part).toContain(`https://shop.mela.test${link}`)
    expect(message?.html).toContain('Hello Asha,')
  })

  it('names a new admin to another one, with the way to the staff', async () => {
    const [{ id, email }, appointed] = [await aReader(), await aReader()]

    await enqueueEmail(shop.db, { kind: 'admin-appointed', user: id, appointed: appointed.id })

    const [message] = await office.emails(email)
    expect(message?.subject).toBe('Mela has a new admin')
    for (const part of [appointed.email, '/dashboard/customers/staff']) expect(message?.text).toContain(part)
  })

  it('has the owner’s colour and logo', async () => {
    const { id, email } = await aReader()
    const picture = await aPicture()
    await changeLook({ accent: '#00704a', logo: picture.id })
    try {
      await enqueueEmail(shop.db, { kind: 'welcome', user: id })

      const [written] = await office.emails(email)
      expect(written?.html).toContain('background-color:#00704a')
      expect(written?.html).not.toContain('#7a1f2d')
      expect(written?.html).toMatch(/<img src="https:\/\/shop\.mela\.test\/[^"]+-400\.jpg" alt="Mela"/)
    } finally {
      await changeLook({ accent: '#7a1f2d', logo: null })
    }
  })

  it.each<
    [message: { kind: 'two-factor-on' | 'two-factor-off' } | { kind: 'recovery-code-used'; left: number }, text: RegExp]
  >([
    [{ kind: 'two-factor-on' }, /takes a code from your authenticator app/],
    [{ kind: 'recovery-code-used', left: 1 }, /you have 1 recovery code left/],
    [{ kind: 'recovery-code-used', left: 0 }, /you have no recovery code left/],
  ])('reports a security event of an account: %o', async (message, text) => {
    const { id, email } = await aReader()

    await enqueueEmail(shop.db, { ...message, user: id })

    const [written] = await office.emails(email)
    expect(written?.text?.replace(/\s+/g, ' ')).toMatch(text)
    expect(written?.html).toContain('https://shop.mela.test/auth/forgot-password')
  })

  it('of a new address goes to the old one without the new one', async () => {
    const { id, email } = await aReader()

    await enqueueEmail(shop.db, { kind: 'email-changed', user: id, formerly: 'formerly@example.com' })

    const [message] = await office.emails('formerly@example.com')
    expect(message?.to).toEqual([expect.objectContaining({ address: 'formerly@example.com' })])
    expect(message?.text).toContain('support@example.com')
    expect(`${message?.html}${message?.text}`).not.toContain(email)
    expect(office.emailsTo(email)).toEqual([])
  })

  it.each<[kind: OrderEmailKind, status: OrderStatus]>([
    ['order-placed', 'cancelled'],
    ['order-paid', 'cancelled'],
    ['order-paid', 'refunded'],
    ['order-shipped', 'cancelled'],
    ['order-shipped', 'refunded'],
  ])('is not sent once the order went on: %s of an order that is %s', async (kind, status) => {
    const { id, email } = await aReader()
    const order = await anOrder(await shop.signIn(id))
    await shop.db.updateTable('orders').set({ status }).where('id', '=', order).execute()

    await enqueueEmail(shop.db, { kind, order })
    await office.allSent()

    expect(office.emailsTo(email)).toEqual([])
  })

  it('B143 of a pending payment is sent at once, says what happens next and is the only one', async () => {
    const { id, email } = await aReader()
    const customer = await shop.signIn(id)
    const order = await anOrder(customer)
    await buyersOf(shop).pay(customer, order, 'echeck')
    await office.endWaiting()
    await office.allSent()

    const [message, ...others] = await office.emails(email)

    expect(others).toEqual([])
    expect(message?.subject).toMatch(/^Thank you: we have your order [0-9A-F]{8}$/)
    for (const part of [message?.text, message?.html])
      expect(part?.replace(/\s+/g, ' ')).toContain('meanwhile: we write again once the payment has arrived')
    // A voucher is pending, too.
    expect(message?.text).toMatch(/If you were given a voucher .* pay with it in time; otherwise there is nothing/s)
  })

  it('B143 asks for the payment of an order a quarter of an hour later, and never once it is paid', async () => {
    const { id, email } = await aReader()
    const customer = await shop.signIn(id)
    const [unpaid, paid] = [await anOrder(customer), await anOrder(customer)]
    await buyersOf(shop).pay(customer, paid)
    await office.allSent()
    const before = office.emailsTo(email).map(({ subject }) => subject)

    await office.endWaiting()

    const [, reminder, ...others] = await office.emails(email, 2)
    expect(before).toEqual([`Thank you: order ${paid.slice(-8).toUpperCase()} is paid`])
    expect(reminder?.subject).toBe(`Order ${unpaid.slice(-8).toUpperCase()} waits for its payment`)
    expect(others).toEqual([])
  })

  it.each<[kind: OrderEmailKind, status: OrderStatus, subject: RegExp]>([
    ['order-paid', 'processing', /^Thank you: order [0-9A-F]{8} is paid$/],
    ['order-shipped', 'shipped', /^Order [0-9A-F]{8} is on its way$/],
    ['order-cancelled', 'cancelled', /^Order [0-9A-F]{8} was cancelled$/],
  ])("shows an order's lines, amounts and address: %s", async (kind, status, subject) => {
    const { id, email } = await aReader({ email_confirmed_at: new Date() })
    const order = await anOrder(await shop.signIn(id))
    const { city, state, pinCode } = shop.anAddress()
    await shop.db.updateTable('orders').set({ status }).where('id', '=', order).execute()

    await enqueueEmail(shop.db, { kind, order })

    const [message] = await office.emails(email)
    expect(message?.subject).toMatch(subject)
    for (const part of [message?.text, message?.html]) {
      expect(part).toContain(`https://shop.mela.test/account/pay/${order}`)
      expect(part).toContain('$198.00')
      expect(part).toContain('12 Sea View Apartments')
      expect(part).toContain(`${city}, ${state} ${pinCode}`)
    }
  })

  it('shows the pictures of an order by absolute URL, as JPEG', async () => {
    const { id, email } = await aReader()
    const picture = await aPicture()
    const product = await shop.product({ thumbnail_id: picture.id })
    const body = { products: [{ product: product.id, quantity: 2 }], shippingAddress: shop.anAddress() }

    await shop.post('/orders', body, await shop.signIn(id))
    await office.endWaiting()

    const [message] = await office.emails(email)
    const small = picture.file.replace('-1200.webp', '-400.jpg')
    expect(message?.html).toContain(`src="https://shop.mela.test/media/${small}"`)
    const { headers, rawPayload } = await shop.app.inject(`/media/${small}`)
    expect(headers['content-type']).toBe('image/jpeg')
    expect(rawPayload.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  })

  it('ignores line breaks in a name, and escapes markup', async () => {
    const name = { first_name: 'A\r\nBcc: victim@example.com', last_name: '<b>Rao</b>' }
    const { id, email } = await aReader({ ...name, email_confirmed_at: new Date() })
    const product = await shop.product({ name: '<img src=x onerror=alert(1)>' })
    const shippingAddress = shop.anAddress({ building: '12 <i>Sea</i> View' })

    await shop.post(
      '/orders',
      { products: [{ product: product.id, quantity: 1 }], shippingAddress },
      await shop.signIn(id),
    )
    await office.endWaiting()

    const [message] = await office.emails(email)
    expect(message?.envelopeTo).toEqual([email])
    expect(message?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(message?.html).not.toMatch(/<b>|<i>|<img src=x/)
    expect(message?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(message?.html).toContain('12 &lt;i&gt;Sea&lt;/i&gt; View')
  })

  it('repeats the delivery address of an unpaid order only at a confirmed address', async () => {
    const [confirmed, unconfirmed] = [await aReader({ email_confirmed_at: new Date() }), await aReader()]
    for (const { id } of [confirmed, unconfirmed]) {
      const order = await anOrder(await shop.signIn(id))
      await shop.call('PATCH', `/orders/${order}/cancel`, { as: await shop.signIn(id) })
    }

    const emails = [...(await office.emails(confirmed.email)), ...(await office.emails(unconfirmed.email))]
    const withAddress = emails.filter(({ text = '', html }) => /Delivery to/.test(`${text}${html}`))
    expect(withAddress.map(({ envelopeTo }) => envelopeTo[0])).toEqual([confirmed.email])
    expect(emails.at(-1)?.envelopeTo).toEqual([unconfirmed.email])
  })

  it('is retried when the mail server refuses it, with the same id, and the log names no recipient', async () => {
    const { id, email } = await aReader()
    office.refuse(2)

    await enqueueEmail(shop.db, { kind: 'password-reset', user: id })

    const [message] = await office.emails(email)
    const { rows } = await jobOf(id)
    expect(rows).toEqual([{ id: message?.messageId?.slice(1, 37), retry_count: 2 }])
    expect(office.log).toHaveLength(2)
    expect(JSON.stringify(office.log)).not.toContain(email)
  })
})

const jobOf = (user: string) =>
  sql`select id, retry_count from pgboss.job where name = 'emails' and data->>'user' = ${user}`.execute(shop.db)

describe('an order by bank transfer', () => {
  it('tells where the money goes until it has arrived, and then the address, which may be an advertisement', async () => {
    const on = { isOn: true, countries: [], currencies: [], from: null, to: null }
    const iban = 'DE89370400440532013000'
    const ways = [{ way: 'transfer', ...on }]
    await shop.changeSettings({ payments: { ways, accountHolder: 'Mela GmbH', iban } })
    const { id, email } = await aReader()
    const body = { products: [{ product: (await shop.product()).id, quantity: 1 }], shippingAddress: shop.anAddress() }
    const { data } = await shop.post('/orders', { ...body, gateway: 'transfer' }, await shop.signIn(id))

    const [placed] = await office.emails(email)
    await enqueueEmail(shop.db, { kind: 'order-payment-due', order: data._id })
    const [, due] = await office.emails(email, 2)

    expect(placed?.subject).toBe(`Thank you: we have your order ${data.payLater.reference}`)
    expect(due?.subject).toBe(`$198.00 is still due for order ${data.payLater.reference}`)
    for (const { text, html } of [placed, due].filter(sent => sent !== undefined))
      for (const part of [text, html])
        for (const words of ['DE89 3704 0044 0532 0130 00', data.payLater.reference, '$198.00'])
          expect(part).toContain(words)

    const receipt = { amount: 198, receivedOn: '2026-01-05' }
    await shop.post(`/payments/${data.payment._id}/receipts`, receipt, await shop.admin())
    await enqueueEmail(shop.db, { kind: 'order-payment-due', order: data._id })
    await office.allSent()
    expect(office.emailsTo(email).map(({ subject }) => subject?.slice(0, 15))).toEqual([
      ...['Thank you: we h', '$198.00 is stil', 'Thank you: orde'],
    ])
    expect(office.emailsTo(email).map(({ text }) => text?.includes('Delivery to'))).toEqual([false, false, true])
  })
})
