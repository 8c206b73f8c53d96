import { orderStatuses } from '@mela/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { examine } from '../checks.ts'
import { seedDemo, writeDemoPictures } from './demo.ts'
import { type DemoCatalogue, readCatalogue } from './demo-catalogue.ts'
import { demoShopper } from './demo-people.ts'

const tables = ['users', 'products', 'media', 'stock_ledger', 'reviews', 'orders', 'payments'] as const

describe('the demo shop', () => {
  const shop = startShop({ DEMO_ADMIN_EMAIL: 'boss@example.com', DEMO_ADMIN_PASSWORD: 'boss@mela1' })
  const lines: string[] = []
  const seed = (writePictures?: typeof writeDemoPictures) =>
    seedDemo(shop.db, shop.app.files, shop.app.env, line => void lines.push(line), writePictures)
  let catalogue: DemoCatalogue

  /** The pictures of six products, used for all products: making all of them takes seconds of processor time. */
  async function somePictures() {
    const few = { ...catalogue, products: catalogue.products.slice(0, 6) }
    const prepared = await writeDemoPictures(shop.app.files, few, line => void lines.push(line))
    const inTurn = [...prepared.values()]
    const names = catalogue.products.flatMap(product => product.pictures)
    return new Map(names.map((name, n) => [name, prepared.get(name) ?? inTurn[n % inTurn.length] ?? expect.fail()]))
  }

  beforeAll(async () => {
    catalogue = await readCatalogue()
    const pictures = await somePictures()
    // Two instances that start on one empty database.
    await Promise.all([1, 2].map(() => seed(async () => pictures)))
  })

  const rowCounts = () =>
    Promise.all(
      tables.map(async table => {
        const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(shop.db)
        return [table, rows[0]?.count]
      }),
    )

  it('T001 T060 has its categories, clothing, shoes and watches among them, each with its number of products', async () => {
    const { data } = await shop.get('/categories')

    const expected = catalogue.categories.map(({ name, slug, description }) => {
      const count = catalogue.products.filter(product => product.category === slug && product.isActive).length
      return { name, slug, description, count, picture: { url: expect.stringMatching(/^\/media\//) } }
    })
    expect(data).toMatchObject(expected)
    expect(data.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Clothing', 'Shoes', 'Watches']),
    )
  })

  it("passes the doctor's checks", async () => {
    expect((await examine(shop.db)).filter(({ isFine }) => !isFine)).toEqual([])
  })

  it('has an admin and a shopper who can sign in, the shopper with an address and orders', async () => {
    const admin = await shop.post('/auth/login', { email: 'boss@example.com', password: 'boss@mela1' })
    const shopper = await shop.post('/auth/login', { email: demoShopper.email, password: demoShopper.password })
    const asha = await shop.signIn(shopper.data._id)

    expect(admin).toMatchObject({ status: 200, data: { role: 'admin' } })
    expect(shopper).toMatchObject({ status: 200, data: { role: 'customer' } })
    expect((await shop.get('/users/current-user/addresses', asha)).data).toHaveLength(1)
    expect((await shop.get('/orders/current-user', asha)).data.length).toBeGreaterThan(1)
  })

  it('has orders in every status, all of them in the past', async () => {
    const orders = await shop.db.selectFrom('orders').select(['id', 'status', 'created_at']).orderBy('id').execute()
    const history = await shop.db.selectFrom('order_history').select('created_at').orderBy('id').execute()

    const times = history.map(({ created_at }) => created_at.getTime())
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(orderStatuses))
    expect(orders.map(order => order.created_at)).toEqual(
      orders.map(order => order.created_at).toSorted((a, b) => +a - +b),
    )
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(Math.max(...times)).toBeLessThan(Date.now())
  })

  it('has paid orders that staff can refund, though the emulator does not know their payments', async () => {
    const admin = await shop.admin()
    const paid = await shop.db.selectFrom('orders').select('id').where('status', '=', 'processing').executeTakeFirst()
    const order = paid?.id ?? ''

    const body = { orderId: order, status: 'refunded' }
    const answer = await shop.call('PATCH', `/orders/${order}/update`, { body, as: admin })

    expect(answer).toMatchObject({ status: 200, data: { status: 'refunded' } })
    const { payments } = (await shop.get(`/orders/${order}`, admin)).data
    expect(payments).toMatchObject([{ refunds: [{ state: 'completed' }] }])
    const snapshot = await shop.gateway.retrieve(payments[0].transactionId)
    expect(snapshot).toMatchObject({ orderRef: order, refunds: [{ state: 'completed' }] })
  })

  it('is seeded once: another start changes and logs nothing', async () => {
    const before = await rowCounts()
    const said = lines.length

    await seed()

    expect(await rowCounts()).toEqual(before)
    expect(lines).toHaveLength(said)
    expect(lines).toContain('Pictures 12 of 19 …')
    expect(lines.filter(line => line.startsWith('The demo shop has'))).toEqual([
      'The demo shop has 36 products and 24 orders.',
    ])
  })
})

describe('a shop with something in it', () => {
  const shop = startShop()

  it('is not seeded', async () => {
    await shop.user()

    await seedDemo(shop.db, shop.app.files, shop.app.env, () => {})

    expect((await shop.get('/categories')).data).toEqual([])
  })
})
