import { setTimeout } from 'node:timers/promises'
import { waysToPay } from '@mela/contract'
import type { Connection } from '../server/src/platform/database/database.ts'
import { ask, isOk, NoAnswer } from './calls.ts'
import { giftAddress } from './mailbox.ts'
import { demand, type Goods, type Market } from './memory.ts'

const inTwoSizes = `
  with sized as (
    update products set options = '[{"name": "Size", "values": [{"name": "M"}, {"name": "L"}]}]'
    where id = any(array(select id from products where is_active and deleted_at is null and price_cents < 1000000 order by id limit 4))
    returning id
  ), named as (
    update variants set option_values = '{M}' from sized where variants.id = sized.id
  )
  insert into variants (id, product_id, position, option_values) select left(md5(id), 24), id, 1, '{L}' from sized`

/** Plenty of ten products and little of two; these and two others come in two sizes, and one is a gift card. */
export async function supply(pool: Connection['pool']): Promise<{ products: Goods[]; opening: Map<string, number> }> {
  await pool.query(inTwoSizes)
  const { rows } = await pool.query<Omit<Goods, 'isGiftCard'> & { left: number }>(`
    with chosen as (
      select id, row_number() over (order by id) <= 2 as is_scarce from products
      where is_active and deleted_at is null and price_cents < 1000000 order by id limit 12
    ), supplied as (
      insert into stock_ledger (variant_id, product_id, delta, reason)
      select variants.id, product_id, case when is_scarce then 3 else 5000 end, 'edit'
      from chosen join variants on product_id = chosen.id
      returning variant_id, delta
    )
    update stock set quantity = quantity + delta from supplied where stock.variant_id = supplied.variant_id
    returning stock.product_id as product, stock.variant_id as variant, quantity as left`)
  const card = rows
    .map(({ product }) => product)
    .sort()
    .at(-1)
  await pool.query('update products set is_gift_card = true where id = $1', [card])
  return {
    products: rows.map(({ product, variant }) => ({ product, variant, isGiftCard: product === card })),
    opening: new Map(rows.map(({ variant, left }) => [variant, left])),
  }
}

const everything = { appliesTo: 'everything', targets: [], firstOrderOnly: false, customers: [] }
const combinable = { ...everything, isAutomatic: false, isCombinable: true, isActive: true }

/** One automatic discount, and codes that are used up: by all, and by each customer. */
const DISCOUNTS = [
  { ...combinable, name: 'Five percent', kind: 'percent', percent: 5, isAutomatic: true, code: null },
  { ...combinable, name: 'Twenty times', kind: 'amount', amount: 5, code: 'TWENTY', limitInAll: 20 },
  { ...combinable, name: 'Three times each', kind: 'percent', percent: 10, code: 'THRICE', limitPerCustomer: 3 },
]

const FIRST_CARDS = [50, 5000, 9000]

/** Staff offer every way to pay, make discounts and send gift cards; answers their cookie and the codes. */
export async function furnish(url: string): Promise<{ staff: string; codes: string[] }> {
  const admin = { email: 'admin@example.com', password: 'mela@demo1' }
  const { cookie } = await ask(url, 'POST', '/auth/login', { body: admin })
  const send = async (method: string, path: string, body?: object) => {
    const answer = await ask(url, method, path, { cookie, ...(body && { body }) })
    demand(isOk(answer), `${method} ${path}: ${answer.status} ${answer.message}`)
    return answer.data
  }
  const { version } = (await send('GET', '/settings')) as { version: number }
  const offer = { isOn: true, countries: [], currencies: [], from: null, to: null }
  const account = { accountHolder: 'Mela', accountNumber: '123456789012', deliveryFee: 2 }
  await send('PATCH', '/settings', {
    version,
    password: admin.password,
    payments: { ways: waysToPay.map(way => ({ ...offer, way })), ...account },
  })
  for (const discount of DISCOUNTS) await send('POST', '/discounts', discount)
  for (const amount of FIRST_CARDS)
    await send('POST', '/gift-cards', { amount, recipient: giftAddress(`first-${amount}`, true) })
  return { staff: cookie, codes: DISCOUNTS.flatMap(({ code }) => code ?? []) }
}

/** What products and variants cost, as a text that can be compared. */
export async function readPrices(pool: Connection['pool']): Promise<string> {
  const { rows } = await pool.query<{ prices: string }>(`
    select string_agg(concat_ws(' ', id, price_cents, on_sale, sale_price_cents), ', ' order by id) as prices from (
      select id, price_cents, on_sale, sale_price_cents from products union all
      select 'variant ' || id, price_cents, on_sale, sale_price_cents from variants) as priced`)
  return rows[0]?.prices ?? ''
}

interface Staff {
  staff: string
  market: Market
}

const SALE = { kind: 'percent', value: 10, begins: '2020-01-01T00:00', ends: '2099-01-01T00:00' }

/** Sales begin and end by the second until the shop is killed; the next life ends what this one has left. */
export async function holdSales(isOver: () => boolean, url: string, { staff, market }: Staff): Promise<void> {
  const ids = [...new Set(market.products.map(({ product }) => product))]
  while (!isOver()) {
    const target = { kind: 'products', ids: ids.filter(() => Math.random() < 0.5) }
    await endSales(url, staff)
      .then(() => ask(url, 'POST', '/planned-prices', { body: { ...SALE, name: 'Sale', target }, cookie: staff }))
      .catch(unlessUnanswered)
    await setTimeout(1000)
  }
}

export async function endSales(url: string, staff: string): Promise<void> {
  const { data } = await ask(url, 'GET', '/planned-prices', { cookie: staff })
  const running = (data as { _id: string; state: string }[]).filter(({ state }) => state === 'running')
  for (const { _id } of running) await ask(url, 'POST', `/planned-prices/${_id}/end`, { cookie: staff })
}

function unlessUnanswered(error: unknown): void {
  if (!(error instanceof NoAnswer)) throw error
}
