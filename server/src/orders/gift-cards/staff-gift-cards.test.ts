import { IDEMPOTENCY_HEADER } from '@mela/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { emailNow } from '../../messages/notifications-fixtures.ts'
import { expireGiftCards } from './expire-gift-cards.ts'
import { giftCardsOf } from './gift-cards-fixtures.ts'

const shop = startShop()
const admin = shop.anAdmin()
const { make, ledgerOf, codeOf } = giftCardsOf(shop, admin)

describe('a gift card made by staff', () => {
  it.each([
    ['Enjoy it.Love, and/or thank you', true],
    ['Win at https://shop.example', false],
    ['Win at shop.example/now', false],
  ])('takes the message %j, and repeats it where it was stored before: %s', async (message, isRepeated) => {
    const refusal = { message: expect.stringContaining('it cannot have a link') }
    const typed = await shop.post('/gift-cards', { amount: 5, recipient: 'friend@example.com', message }, admin)
    expect(typed).toMatchObject(isRepeated ? { status: 201 } : { status: 400, errors: refusal })
    const { _id: giftCard } = await make()
    await shop.db.updateTable('gift_cards').set({ message }).where('id', '=', giftCard).execute()

    expect((await emailNow(shop, { kind: 'gift-card', giftCard }))?.text?.includes(message)).toBe(isRepeated)
  })

  it('is worth its amount, which its ledger issues, and is emailed to its recipient with the code', async () => {
    const card = await make({ amount: 50, recipient: 'ravi@example.com', message: 'For the <b>new</b> home' })

    const email = await emailNow(shop, { kind: 'gift-card', giftCard: card._id })

    expect(card).toMatchObject({ balance: 50, initialAmount: 50, isActive: true, lastFour: null, order: null })
    expect(card.ledger).toMatchObject([{ reason: 'issue', amount: 50, by: { _id: admin.id } }])
    expect(email?.to.address).toBe('ravi@example.com')
    expect(email?.html).toContain('For the &lt;b&gt;new&lt;/b&gt; home')
    const code = await codeOf(card._id)
    expect(email?.text).toContain(code)
    const shown = (await shop.get(`/gift-cards/${card._id}`, admin)).data
    expect(shown.lastFour).toBe(code.slice(-4))
  })

  it('has its code nowhere in the database, before and after its email is written', async () => {
    const card = await make({ amount: 20 })
    const code = await codeOf(card._id)

    const { rows } = await sql<{ row: string }>`
      select gift_cards::text as row from gift_cards where id = ${card._id}
      union all select data::text from pgboss.job where data->>'giftCard' = ${card._id}`.execute(shop.db)

    expect(rows).toHaveLength(2)
    for (const { row } of rows) expect(row.replaceAll('-', '')).not.toContain(code.replaceAll('-', '').slice(0, 12))
  })

  it('says with its balance that the shop sells in another currency by now', async () => {
    const code = await codeOf((await make({ amount: 20 }))._id)
    await shop.changeSettings({ money: { currency: 'EUR' } })

    const { data } = await shop.post('/gift-cards/balance', { code })
    await shop.changeSettings({ money: { currency: 'USD' } })

    expect(data).toMatchObject({ refusal: 'This gift card is in USD, and this shop sells in EUR.' })
  })

  it('tells its balance to who knows the code, in any case, with or without dashes, and limits guesses', async () => {
    const card = await make({ amount: 20 })
    const code = await codeOf(card._id)
    const ask = (code: string) => shop.post('/gift-cards/balance', { code })

    expect((await ask(`\u202a ${code.toLowerCase().replaceAll('-', ' ')} \u202c`)).data).toMatchObject({
      balance: 20,
      isActive: true,
    })
    // Guesses are counted by key, which does not know full-width letters from others.
    const wide = code.replace(/[0-9A-Z]/g, one => String.fromCharCode(one.charCodeAt(0) + 0xfee0))
    expect((await ask(wide)).data).toMatchObject({ balance: 20 })
    const guesses = []
    for (let guess = 0; guess < 11; guess++) guesses.push((await ask(`WRONG-${guess}`)).status)

    expect(guesses).toEqual([...Array(10).fill(404), 429])
  })

  it('is adjusted with a reason, never below zero, and each change is in the audit log', async () => {
    const card = await make({ amount: 20 })
    const adjust = (amount: number) =>
      shop.post(`/gift-cards/${card._id}/adjustments`, { amount, note: 'A mistake' }, admin)

    expect(await adjust(-20.01)).toMatchObject({ status: 400, errors: { amount: 'Only $20.00 is left on this card.' } })
    expect(await adjust(0)).toMatchObject({ status: 400 })
    expect((await adjust(-5)).data).toMatchObject({ balance: 15 })

    expect((await ledgerOf(card._id)).map(({ reason, delta_cents }) => [reason, delta_cents])).toEqual([
      ['issue', 2000],
      ['adjust', -500],
    ])
    const { data } = await shop.get(`/audit?subject=gift-card:${card._id}`, admin)
    expect(data.map(({ action }: { action: string }) => action)).toEqual(['gift-card.adjusted', 'gift-card.created'])
  })

  it('is made and adjusted once when a request is repeated', async () => {
    const post = async (path: string, body: object, key: string) =>
      (await shop.post(`/gift-cards${path}`, body, admin, { [IDEMPOTENCY_HEADER]: key })).data
    const made = () => post('', { amount: 20, recipient: 'once@example.com' }, 'made')
    const [first, again] = [await made(), await made()]
    const adjusted = () => post(`/${first._id}/adjustments`, { amount: 5, note: 'A gift' }, 'adjusted')

    expect(again._id).toBe(first._id)
    expect([(await adjusted()).balance, (await adjusted()).balance]).toEqual([25, 25])
  })

  it('counts to what the shop owes while it can be used, and is found by recipient', async () => {
    const owed = async () => (await shop.get('/gift-cards/liability', admin)).data.amounts[0]?.amount ?? 0
    const before = await owed()
    const card = await make({ amount: 30, recipient: 'found@example.com' })
    const during = await owed()

    await shop.call('PATCH', `/gift-cards/${card._id}`, { body: { isActive: false }, as: admin })

    expect([during, await owed()]).toEqual([before + 30, before])
    const { data } = await shop.get('/gift-cards?keyword=found', admin)
    expect(data).toMatchObject([{ _id: card._id, isActive: false, balance: 30 }])
    expect(await shop.post(`/gift-cards/${card._id}/emails`, undefined, admin)).toMatchObject({ status: 409 })
    expect(await emailNow(shop, { kind: 'gift-card', giftCard: card._id })).toBeUndefined()
  })

  it('is not sent again when nothing is left on it', async () => {
    const card = await make({ amount: 10 })
    await shop.post(`/gift-cards/${card._id}/adjustments`, { amount: -10, note: 'Spent' }, admin)

    const sent = await shop.post(`/gift-cards/${card._id}/emails`, undefined, admin)

    expect(sent).toMatchObject({ status: 409, message: 'Nothing is left on this card, so it is not sent.' })
  })

  it('is sent again to a corrected recipient with its code, which the audit log says without the address', async () => {
    const { _id: giftCard } = await make({ recipient: 'frend@example.com' })
    const code = await codeOf(giftCard)
    const send = (body?: object) => shop.post(`/gift-cards/${giftCard}/emails`, body, admin)

    expect(await send({ recipient: 'Friend@Example.com' })).toMatchObject({ status: 200 })
    expect(await send({ recipient: '' })).toMatchObject({ status: 200 })
    expect(await send({ recipient: 'friend@' })).toMatchObject({
      status: 400,
      errors: { recipient: expect.any(String) },
    })

    const email = await emailNow(shop, { kind: 'gift-card', giftCard })
    expect([email?.to.address, email?.text?.includes(code)]).toEqual(['friend@example.com', true])
    expect((await shop.get(`/gift-cards/${giftCard}`, admin)).data.recipient).toBe('friend@example.com')
    const { data } = await shop.get(`/audit?subject=gift-card:${giftCard}`, admin)
    const actions = ['sent', 'recipient-corrected', 'created'].map(what => ({ action: `gift-card.${what}` }))
    expect(data).toMatchObject(actions)
    expect(JSON.stringify(data)).not.toContain('@example.com')
  })

  it('loses what is left when it has expired, and is refused with a day that is over', async () => {
    expect(
      await shop.post('/gift-cards', { amount: 5, recipient: 'a@example.com', expiresOn: '2020-01-01' }, admin),
    ).toMatchObject({
      errors: { expiresOn: 'This day is over.' },
    })
    for (const expiresOn of ['0000-01-01', '9999-12-31'])
      expect(await shop.post('/gift-cards', { amount: 5, recipient: 'a@example.com', expiresOn }, admin)).toMatchObject(
        {
          status: 400,
          errors: { expiresOn: 'This is not a day.' },
        },
      )
    const card = await make({ amount: 10, expiresOn: '2099-12-31' })
    await shop.db.updateTable('gift_cards').set({ expires_at: new Date() }).where('id', '=', card._id).execute()

    await expireGiftCards(shop.db)
    await expireGiftCards(shop.db)
    const adjusted = await shop.post(`/gift-cards/${card._id}/adjustments`, { amount: 10, note: 'Back' }, admin)

    expect(adjusted).toMatchObject({ errors: { amount: 'This card has expired: please make a new one.' } })
    expect((await ledgerOf(card._id)).map(({ reason, delta_cents }) => [reason, delta_cents])).toEqual([
      ['issue', 1000],
      ['expire', -1000],
    ])
  })

  it('has a ledger that is never changed', async () => {
    const card = await make({ amount: 10 })

    const change = shop.db.updateTable('gift_card_ledger').set({ delta_cents: 1 }).where('gift_card_id', '=', card._id)

    await expect(change.execute()).rejects.toThrow('append-only')
  })
})
