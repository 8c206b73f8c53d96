import { readFile } from 'node:fs/promises'
import { codeKeyOf, IDEMPOTENCY_HEADER } from '@mela/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { newId } from '../../platform/database/ids.ts'
import { discountsOf } from './discounts-fixtures.ts'

const shop = startShop()
const admin = shop.anAdmin()
const { add, aDiscount } = discountsOf(shop, admin)

const edit = (id: string, body: object) => shop.call('PATCH', `/discounts/${id}`, { body, as: admin })
const list = async (query: string) => (await shop.get(`/discounts?${query}`, admin)).data
const storeKey = (id: string, key: string) =>
  shop.db.updateTable('discount_codes').set({ key }).where('discount_id', '=', id).execute()
const TURKISH_CODES = new URL('../../platform/database/migrations/0032_turkish_codes.sql', import.meta.url)

describe('a discount', () => {
  it('is answered as it was saved, with the names of what it covers and its times in the shop’s time zone', async () => {
    const { id: product, name } = await shop.product({ name: 'Linen kurta' })
    const customer = await shop.user({ email: 'asha@example.com', email_confirmed_at: new Date() })

    const added = await add({
      ...{ kind: 'amount', amount: '5.50', appliesTo: 'products', targets: [product], minSubtotal: 50 },
      ...{ customers: ['Asha@Example.com'], beginsAt: '2026-06-01T09:30', endsAt: '2126-06-02T00:00', limitInAll: 100 },
    })

    expect(added).toMatchObject({
      status: 201,
      data: {
        ...{ kind: 'amount', amount: 5.5, percent: null, targets: [{ _id: product, name }], minSubtotal: 50 },
        ...{ customers: ['asha@example.com'], beginsAt: '2026-06-01T09:30', endsAt: '2126-06-02T00:00' },
        ...{ state: 'active', uses: 0, revenue: 0, givenAway: 0, version: 1 },
      },
    })
    const { begins_at } = await shop.db
      .selectFrom('discounts')
      .select('begins_at')
      .where('id', '=', added.data._id)
      .executeTakeFirstOrThrow()
    expect(begins_at?.toISOString()).toBe('2026-06-01T04:00:00.000Z')
    const logged = JSON.stringify((await shop.get(`/audit?subject=discount:${added.data._id}`, admin)).data)
    expect(logged).toContain(customer.id)
    expect(logged).not.toContain('asha@example.com')
  })

  it.each([
    [{ percent: null }, 'percent'],
    [{ percent: 12.3456 }, 'percent'],
    [{ kind: 'amount' }, 'amount'],
    [{ kind: 'buy-get', buy: 2 }, 'get'],
    [{ appliesTo: 'products' }, 'targets'],
    [{ beginsAt: '2026-06-02T00:00', endsAt: '2026-06-01T00:00' }, 'endsAt'],
    [{ endsAt: '2027-02-30T10:00' }, 'endsAt'],
    [{ isAutomatic: true }, 'code'],
    [{ code: 'A-1' }, 'code'],
    [{ customers: ['nobody@example.com'] }, 'customers'],
  ])('is refused when it makes no sense: %o', async (given, field) => {
    const answer = await shop.post('/discounts', { ...aDiscount(), ...given }, admin)

    expect(answer).toMatchObject({ status: 400, errors: { [field]: expect.any(String) } })
  })

  it('is refused for gift cards that are chosen, which it would not reduce', async () => {
    const [goods, card] = [await shop.product(), await shop.product({ is_gift_card: true, name: 'Gift card' })]
    const { data } = await add({ appliesTo: 'products', targets: [goods.id] })
    const refusal = {
      status: 400,
      errors: { targets: 'Discounts take nothing off gift cards. Please remove Gift card.' },
    }

    expect(await add({ appliesTo: 'products', targets: [goods.id, card.id] })).toMatchObject(refusal)
    expect(await edit(data._id, { targets: [card.id] })).toMatchObject(refusal)
    expect(await edit(data._id, { targets: [goods.id], percent: 20 })).toMatchObject({ status: 200 })
  })

  it('is neither added, changed, restored nor undone to be for categories that do not exist any more', async () => {
    const category = await shop.category()
    const given = { appliesTo: 'categories', targets: [category.id] }
    const [moved, deleted, ended] = await Promise.all([add(given), add(given), add(given)])
    await edit(moved.data._id, { appliesTo: 'everything', targets: [] })
    const [last] = (await shop.get(`/discounts/${moved.data._id}/history`, admin)).data
    await shop.call('DELETE', `/discounts/${deleted.data._id}`, { as: admin })
    await edit(ended.data._id, { endsAt: '2026-01-01T00:00' })
    expect(await shop.call('DELETE', `/categories/${category.id}`, { as: admin })).toMatchObject({ status: 200 })

    const answers = [
      await add(given),
      await shop.post(`/discounts/${moved.data._id}/history/${last.id}/undo`, undefined, admin),
      await shop.post(`/discounts/${deleted.data._id}/restore`, undefined, admin),
      await edit(ended.data._id, { endsAt: null }),
    ]

    const refusal = { status: 400, message: 'The categories of this discount do not exist any more.' }
    expect(answers).toMatchObject(Array(4).fill(refusal))
    expect(await list('state=active')).not.toContainEqual(expect.objectContaining({ appliesTo: 'categories' }))
  })

  it('keeps a code to itself, however it is written, until it is deleted; restoring it takes the code back', async () => {
    const { data } = await add({ code: 'Festival-10' })

    expect(await add({ code: 'FEST ival 10' })).toMatchObject({ status: 409, errors: { code: expect.any(String) } })
    await shop.call('DELETE', `/discounts/${data._id}`, { as: admin })
    expect(await list('keyword=festival10')).toEqual([])
    expect(await shop.post(`/discounts/${data._id}/restore`, undefined, admin)).toMatchObject({
      data: { code: 'Festival-10' },
    })
    await shop.call('DELETE', `/discounts/${data._id}`, { as: admin })
    expect(await add({ code: 'festival10' })).toMatchObject({ status: 201 })
    expect(await shop.post(`/discounts/${data._id}/restore`, undefined, admin)).toMatchObject({ status: 409 })
  })

  it('is found by a code that was stored with the İ of a Turkish keyboard, but for one that another discount has', async () => {
    const [alone, second] = [await add({ code: 'KIŞ İNDİRİMİ' }), await add({ code: 'Yaz İndirimi' })]
    await storeKey(alone.data._id, 'KİŞİNDİRİMİ')
    await storeKey(second.data._id, 'YAZİNDİRİMİ')
    const first = await add({ code: 'YAZ INDIRIMI' })
    const products = [{ product: (await shop.product()).id, quantity: 1 }]
    const sourceOf = async (code: string) =>
      (await shop.post('/quotes', { products, codes: [code] })).data.discounts[0].source
    expect(await sourceOf('Kış İndirimi')).toBeNull()

    await sql.raw(await readFile(TURKISH_CODES, 'utf8')).execute(shop.db)

    expect(await sourceOf('Kış İndirimi')).toBe(`discount:${alone.data._id}`)
    expect(await sourceOf('yaz indirimi')).toBe(`discount:${first.data._id}`)
  })

  it('is changed, refused for a stale form and for a limit below its uses, and its last change is undone', async () => {
    const { data } = await add()
    await shop.db.updateTable('discounts').set({ uses: 3 }).where('id', '=', data._id).execute()

    expect(await edit(data._id, { percent: 20, version: 1 })).toMatchObject({ data: { percent: 20, version: 2 } })
    expect(await edit(data._id, { percent: 30, version: 1 })).toMatchObject({ status: 409, code: 'version_conflict' })
    expect(await edit(data._id, { limitInAll: 2 })).toMatchObject({ status: 400, errors: { limitInAll: /3 times/ } })
    const [last] = (await shop.get(`/discounts/${data._id}/history`, admin)).data
    expect(last).toMatchObject({ changes: [{ field: 'Percent', before: 10, after: 20 }], canUndo: true })
    expect(await shop.post(`/discounts/${data._id}/history/${last.id}/undo`, undefined, admin)).toMatchObject({
      data: { percent: 10 },
    })
  })

  it('is listed by its state, and found by its name and by any of its codes', async () => {
    const name = `Name ${newId()}`
    const past = { endsAt: '2020-01-02T00:00' }
    await add({ name })
    await add({ name, beginsAt: '2120-01-02T00:00' })
    await add({ name, ...past })
    const paused = await add({ name, ...past, isActive: false })
    const many = await add({ name: 'Letter', code: null })
    await shop.post(`/discounts/${many.data._id}/codes`, { count: 3, prefix: 'vip' }, admin)
    const { key } = await shop.db
      .selectFrom('discount_codes')
      .select('key')
      .where('discount_id', '=', many.data._id)
      .limit(1)
      .executeTakeFirstOrThrow()

    for (const state of ['active', 'planned', 'ended', 'paused'])
      expect(await list(`keyword=${name}&state=${state}`)).toMatchObject([{ name, state }])
    expect(await list(`keyword=${paused.data.code.toLowerCase()}`)).toMatchObject([{ _id: paused.data._id }])
    expect(await list(`keyword=${key}`)).toMatchObject([{ name: 'Letter' }])
  })

  it('is added once when a request is repeated', async () => {
    const body = { ...aDiscount(), name: `Once ${newId()}` }
    const added = () => shop.post('/discounts', body, admin, { [IDEMPOTENCY_HEADER]: 'discount' })

    const [first, second] = [await added(), await added()]

    expect(first.status).toBe(201)
    expect(second).toMatchObject({ status: 201, data: { _id: first.data._id } })
    expect(await list(`keyword=${body.name}`)).toHaveLength(1)
  })

  it('makes its codes once when a request is repeated', async () => {
    const { data } = await add({ code: null })
    const made = async () =>
      (await shop.post(`/discounts/${data._id}/codes`, { count: 2 }, admin, { [IDEMPOTENCY_HEADER]: 'codes' })).data

    expect([(await made()).singleCodes, (await made()).singleCodes]).toEqual([2, 2])
  })

  it('has thousands of codes for one order each, all different, as a table', async () => {
    const { data } = await add({ code: null })

    const made = await shop.post(`/discounts/${data._id}/codes`, { count: 10_000, prefix: 'Spring' }, admin)

    expect(made).toMatchObject({ status: 201, data: { singleCodes: 10_000, usedCodes: 0 } })
    const { text, headers } = await shop.get(`/discounts/${data._id}/codes/export`, admin)
    expect(headers['content-disposition']).toContain('codes-summer-sale.csv')
    const rows = text.trim().split('\r\n').slice(1)
    expect(new Set(rows.map((row: string) => codeKeyOf(row))).size).toBe(10_000)
    expect(rows[0]).toMatch(/^SPRING-[2-9A-Z]{4}-[2-9A-Z]{4},$/)
    expect(await shop.post(`/discounts/${data._id}/codes`, { count: 10_001 }, admin)).toMatchObject({ status: 400 })
  })
})
