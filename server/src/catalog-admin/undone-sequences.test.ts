import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { recordAudit } from '../audit/audit.repository.ts'
import { examine } from '../operate/checks.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'
import { staffOf } from '../products/products-fixtures.ts'

/** `UNDO_RUNS=500` for a long run, with a FUZZ_SEED of its own. */
const RUNS = Number(process.env.UNDO_RUNS ?? 25)

const shop = startShop()
const { aProduct, put } = staffOf(shop)
const { buy, cancel } = shoppersOf(shop)

let admin: Person
beforeAll(async () => {
  admin = await shop.admin()
})

const optionOf = (name: string, values: string[]) => ({ name, values: values.map(name => ({ name })) })

type Sizes = 'S' | 'M' | 'L'
type Step =
  | { kind: 'sizes'; sizes: Sizes[]; units: number; keeps: boolean; counts: boolean }
  | { kind: 'plain' | 'restock'; units: number }
  | { kind: 'undo' | 'order' | 'cancel'; which: number }

const units = fc.integer({ min: 0, max: 9 })
const which = fc.integer({ min: 0, max: 5 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('sizes' as const),
    sizes: fc.subarray<Sizes>(['S', 'M', 'L'], { minLength: 1 }),
    units,
    keeps: fc.boolean(),
    counts: fc.boolean(),
  }),
  fc.record({ kind: fc.constantFrom('plain' as const, 'restock' as const), units }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('order' as const, 'cancel' as const), which }) },
)

interface Row {
  _id: string
  options: Record<string, string>
  stock: number
}

/** A save's history entry, the variants before it, and the units that it added to each. */
interface Done {
  entry: number
  before: string[]
  delta: Map<string, number>
}

/** A model of one product: the units of each variant, deleted or not, after the actions of staff and shoppers. */
class Market {
  units = new Map<string, number>()
  shown: Row[] = []
  done: Done[] = []
  /** The newest entry changed something, and no order or cancellation followed it. */
  isQuiet = false
  orders: { id: string; customer: Person; variant: string; quantity: number }[] = []
  readonly id: string

  constructor(id: string) {
    this.id = id
    this.units.set(id, 5)
  }

  add(variant: string, delta: number) {
    this.units.set(variant, (this.units.get(variant) ?? 0) + delta)
  }

  /** Notes a save that was answered 200, of which `wanted` are the units of the variants that it named. */
  async note(rows: Row[], wanted: Map<string, number>) {
    const delta = new Map([...wanted].map(([id, stock]) => [id, stock - (this.units.get(id) ?? 0)]))
    for (const [id, change] of delta) this.add(id, change)
    const before = this.shown.map(({ _id }) => _id)
    for (const { _id } of rows) this.add(_id, 0)
    this.shown = rows
    const [newest] = (await shop.get(`/products/${this.id}/history`, admin)).data
    if (newest.id === this.done.at(-1)?.entry || newest.action !== 'Updated') return
    this.done.push({ entry: newest.id, before, delta })
    this.isQuiet = newest.changes.length > 0
  }
}

const rowsOf = (data: { variants: Row[] }) => data.variants.map(({ _id, options, stock }) => ({ _id, options, stock }))
const sumOf = (rows: Row[]) => rows.reduce((sum, { stock }) => sum + stock, 0)

const steps = {
  async sizes(market: Market, { sizes, units, keeps, counts }: Step & { kind: 'sizes' }) {
    const variants = sizes.map((Size, index) => {
      const same = market.shown.find(({ options }) => options.Size === Size)
      const one = keeps ? (same ?? (index === 0 ? market.shown[0] : undefined)) : undefined
      return { options: { Size }, ...(one && { _id: one._id }), ...((counts || !one) && { stock: units + index }) }
    })
    const ids = variants.flatMap(({ _id }) => _id ?? [])
    if (new Set(ids).size < ids.length) return
    const body = { options: [optionOf('Size', sizes)], variants, baseStock: sumOf(market.shown) }
    const { status, data } = await put(market.id, body, admin)
    expect(status).toBe(200)
    const stocks = rowsOf(data).flatMap(({ _id }, index) => {
      const stock = variants[index]?.stock
      return stock === undefined ? [] : [[_id, stock] as const]
    })
    await market.note(rowsOf(data), new Map(stocks))
  },

  async plain(market: Market, { units }: Step & { kind: 'plain' }) {
    const body = { options: [], variants: [], stock: units, baseStock: sumOf(market.shown) }
    const { status, data } = await put(market.id, body, admin)
    expect(status).toBe(200)
    await market.note(rowsOf(data), new Map([[data.variants[0]._id, units]]))
  },

  async restock(market: Market, { units }: Step & { kind: 'restock' }) {
    const variants = market.shown.map(({ _id }, index) => ({ _id, stock: units + index }))
    const { status, data } = await put(market.id, { variants }, admin)
    expect(status).toBe(200)
    await market.note(rowsOf(data), new Map(variants.map(({ _id, stock }) => [_id, stock])))
  },

  async undo(market: Market, { which }: Step & { kind: 'undo' }) {
    const change = market.done.at(-1 - which)
    if (!change) return
    const { data: history } = await shop.get(`/products/${market.id}/history?size=50`, admin)
    const isOffered = history.find(({ id }: { id: number }) => id === change.entry)?.canUndo
    const { status, data, code } = await shop.post(
      `/products/${market.id}/history/${change.entry}/undo`,
      undefined,
      admin,
    )
    expect(isOffered, code).toBe(status === 200)
    if (status !== 200) {
      expect(['cannot_undo', 'already_undone']).toContain(code)
      expect(which > 0 || !market.isQuiet).toBe(true)
      return
    }
    const stays = (id: string) => change.before.includes(id)
    const wanted = [...change.delta].map(([id, delta]) => {
      const left = (market.units.get(id) ?? 0) - delta
      return [id, stays(id) ? left : Math.max(left, 0)] as const
    })
    if (which === 0) expect(rowsOf(data).map(({ _id }) => _id)).toEqual(change.before)
    await market.note(rowsOf(data), new Map(wanted))
  },

  async order(market: Market, { which }: Step & { kind: 'order' }) {
    const one = market.shown[which % market.shown.length]
    if (!one || one.stock === 0) return
    const [customer, quantity] = [await shop.customer(), Math.min(one.stock, 2)]
    const { status, data } = await buy(customer, [{ product: market.id, variant: one._id, quantity }])
    expect(status).toBe(201)
    market.orders.push({ id: data._id, customer, variant: one._id, quantity })
    market.add(one._id, -quantity)
    market.isQuiet = false
  },

  async cancel(market: Market, { which }: Step & { kind: 'cancel' }) {
    const [order] = market.orders.splice(which % Math.max(market.orders.length, 1), 1)
    if (!order) return
    expect((await cancel(order.id, order.customer)).status).toBe(200)
    market.add(order.variant, order.quantity)
    market.isQuiet = false
  },
}

/** Compares the stock of every variant, deleted ones too, and the answered stock with the model. */
async function agrees(market: Market) {
  const rows = await shop.db
    .selectFrom('stock')
    .select(['variant_id', 'quantity'])
    .where('product_id', '=', market.id)
    .execute()
  expect(new Map(rows.map(({ variant_id, quantity }) => [variant_id, quantity]))).toEqual(market.units)
  market.shown = rowsOf((await shop.get(`/products/${market.id}`)).data)
  for (const { _id, stock } of market.shown) expect(stock).toBe(market.units.get(_id))
}

describe('any sequence of saves, undos, orders and cancellations', () => {
  it('leaves each variant with the units that were counted, sold and returned', {
    timeout: 60_000 + 2000 * RUNS,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async sequence => {
        const { data } = await shop.post('/products', await aProduct({ stock: 5 }), admin)
        const market = new Market(data._id)
        await agrees(market)
        for (const one of sequence) {
          await steps[one.kind](market, one as never)
          await agrees(market)
        }
      }),
      { numRuns: RUNS },
    )
    expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
  })
})

it('undoes an entry that names neither variants nor units by the dates of variants', async () => {
  const { _id } = (await shop.post('/products', await aProduct({ stock: 6 }), admin)).data
  const variants = ['S', 'M'].map((Size, index) => ({ options: { Size }, stock: index + 1 }))
  const { data } = await put(_id, { options: [optionOf('Size', ['S', 'M'])], variants }, admin)
  const before = { stock: 6, options: [], variants: [] }
  const after = { stock: 3, options: data.options }
  await recordAudit(shop.db, { actor: admin.id, action: 'product.updated', subject: `product:${_id}`, before, after })
  const [entry] = (await shop.get(`/products/${_id}/history`, admin)).data

  const answer = await shop.post(`/products/${_id}/history/${entry.id}/undo`, undefined, admin)

  expect(answer).toMatchObject({ status: 200, data: { stock: 6, variants: [{ _id, options: {}, stock: 6 }] } })
})
