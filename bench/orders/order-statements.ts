import { randomUUID } from 'node:crypto'
import { defaultSettings, orderInput } from '@mela/contract'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { findSession } from '../../server/src/people/sessions.ts'
import { connect } from '../../server/src/platform/database/database.ts'
import { newId } from '../../server/src/platform/database/ids.ts'
import { readEnv } from '../../server/src/platform/runtime/env.ts'
import { orderTermsOf } from '../../server/src/shop/order-terms.ts'
import { type Prepared, recordStatements } from '../fixtures/record-statements.ts'
import { orderOf, pickTwo, type Shopper } from './order-clients.ts'

/** The statements of one order, and the ids in them that belong to that order. */
interface RecordedOrder {
  statements: (string | Prepared)[]
  ids: Ids
}

type Ids = [order: string, key: string, user: string, first: string, second: string]

/** Records the shop's own statements while it identifies a shopper and places an order. */
export async function recordOrder(databaseUrl: string, [shopper]: Shopper[], goods: string[]): Promise<RecordedOrder> {
  if (!shopper) throw new Error('There is no shopper to order.')
  const [key, pair] = [randomUUID(), pickTwo(goods)]
  const { result, statements } = await recordStatements(databaseUrl, async db => {
    await findSession(db, shopper.token)
    const visitor = { userId: shopper.id, address: '127.0.0.1', site: '127.0.0.1' }
    return placeOrder(
      db,
      orderTermsOf(readEnv({}), { ...defaultSettings(), version: 1, takesRealMoney: false }),
      visitor,
      orderInput.parse(orderOf(pair)),
      key,
      [{ name: 'paypal', currencies: new Set(['USD']), highestCents: () => Number.POSITIVE_INFINITY }],
    )
  })
  return { statements, ids: [result._id, key, shopper.id, ...pair] }
}

/** Answers a function that sends the recorded statements over a client's own connection, for another order. */
export function replaying(
  databaseUrl: string,
  { statements, ids }: RecordedOrder,
  shoppers: Shopper[],
  goods: string[],
): { order: (client: number) => Promise<void>; close: () => Promise<void> } {
  const { pool, close } = connect(databaseUrl, { poolSize: shoppers.length })
  const clients = shoppers.map(() => pool.connect())

  async function order(number: number) {
    const client = await clients[number]
    const shopper = shoppers[number]
    if (!client || !shopper) throw new Error('There is no such client.')
    const renamed = renaming(ids, [newId(), randomUUID(), shopper.id, ...pickTwo(goods)])
    for (const statement of statements) {
      if (typeof statement === 'string') await client.query(statement)
      else await client.query({ ...statement, values: statement.values.map(renamed) })
    }
  }

  return {
    order,
    async close() {
      for (const client of clients) (await client).release()
      await close()
    },
  }
}

/** Replaces the recorded ids in values, also within longer texts; hashes and dates stay as recorded. */
function renaming(from: Ids, to: Ids) {
  const names = new Map(from.map((id, i) => [id, to[i] ?? '']))
  const pattern = new RegExp(from.join('|'), 'g')
  const renamed = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(pattern, id => names.get(id) ?? id)
    return Array.isArray(value) ? value.map(renamed) : value
  }
  return renamed
}
