import { gatewayNames, type PaymentGatewayName } from '@mela/contract'
import { examine } from '../../server/src/operate/checks.ts'
import { prepareDatabase } from '../../server/src/operate/queues.ts'
import { type Connection, connect } from '../../server/src/platform/database/database.ts'
import { cpuTimeOf } from '../fixtures/cpu-time.ts'
import { openShop, type Result } from '../fixtures/open-shop.ts'
import { orderingShoppers, type Shopper } from './order-clients.ts'
import { CODE, insertBuyers, insertGoods, listGoods, offerMore } from './order-fixtures.ts'
import { rateOf } from './order-rate.ts'
import { recordOrder, replaying } from './order-statements.ts'
import { payingShoppers } from './paying-shoppers.ts'

const CLIENTS = 16
const GOODS = 500
const ROUNDS = 4
const SECONDS = 5
const LIMIT = 0.5
const PAID_SECONDS = 10
/** Orders placed and paid per second: twice the rate of an earlier version. */
const LEAST_PAID = 70

type Shop = Awaited<ReturnType<typeof openShop>>

/**
 * Compares orders of two products over HTTP with the statements of such an order, sent by as many plain connections to
 * the same server: the packaged PostgreSQL has no pgbench. Both alternate several times while the shop runs normally.
 */
export async function orders(): Promise<Result[]> {
  const shop = await openShop(furnish)
  const connection = connect(shop.databaseUrl)
  try {
    const buyers = await insertBuyers(connection.db, CLIENTS)
    const goods = await listGoods(connection.db)
    const plain = [await compare(shop, buyers, goods), await paid(shop, buyers, goods, 'paypal')]
    const byCard = await paid(shop, buyers, goods, 'stripe')
    await offerMore(connection.db)
    return [...plain, byCard, await confirmed(shop, buyers, goods), await doctorSays(connection)]
  } finally {
    await connection.close()
    await shop.close()
  }
}

/** Goods without pictures, so that the shop prepares none during the measurement. */
async function furnish(databaseUrl: string) {
  const { db, close } = connect(databaseUrl)
  await prepareDatabase(db)
  await insertGoods(db, GOODS)
  await close()
}

async function compare(
  shop: { url: string; databaseUrl: string },
  buyers: Shopper[],
  goods: string[],
): Promise<Result> {
  const recorded = await recordOrder(shop.databaseUrl, buyers, goods)
  const place = orderingShoppers(shop.url, buyers, goods)
  const replay = replaying(shop.databaseUrl, recorded, buyers, goods)
  const rate = async (work: typeof place, seconds: number) => (await rateOf(work, CLIENTS, seconds)).perSecond
  await rate(place, 2)
  await rate(replay.order, 2)

  const rates: { http: number; sql: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [http, sql] = [await rate(place, SECONDS), await rate(replay.order, SECONDS)]
    process.stdout.write(`  orders: ${http.toFixed(0)} a second over HTTP, ${sql.toFixed(0)} as plain SQL\n`)
    rates.push({ http, sql })
  }
  await replay.close()
  const sum = (kind: 'http' | 'sql') => rates.reduce((total, rate) => total + rate[kind], 0)
  const ratio = sum('http') / sum('sql')
  return {
    name: `orders over HTTP by ${CLIENTS} clients, against their ${recorded.statements.length} statements alone`,
    figure: `${ratio.toFixed(2)}x (${(sum('http') / ROUNDS).toFixed(0)} a second)`,
    limit: `${LIMIT}x`,
    holds: ratio >= LIMIT,
  }
}

/** Rate of orders that are placed, and paid through the emulator's page as a buyer of the demo does. */
async function paid(shop: Shop, buyers: Shopper[], goods: string[], by: PaymentGatewayName): Promise<Result> {
  const pay = payingShoppers(shop.url, buyers, goods, by)
  await rateOf(pay, CLIENTS, 2)
  const cpu = () => [cpuTimeOf(shop.pid), cpuTimeOf(shop.databasePid)] as const
  const before = cpu()
  const { perSecond, done } = await rateOf(pay, CLIENTS, PAID_SECONDS)
  const after = cpu()
  const [node, database] = [(after[0] - before[0]) / done, (after[1] - before[1]) / done]
  return {
    name: `orders placed and paid at ${gatewayNames[by]} by ${CLIENTS} clients, with the emulator in the shop's process`,
    figure: `${perSecond.toFixed(0)} a second, ${(node + database).toFixed(1)} ms of CPU each (Node ${node.toFixed(1)}, PostgreSQL ${database.toFixed(1)})`,
    ...(by === 'paypal' && { limit: `${LEAST_PAID} a second`, holds: perSecond >= LEAST_PAID }),
  }
}

/** Orders by transfer with two discounts, confirmed and invoiced at once. Codes of one address are looked up in turn. */
async function confirmed(shop: Shop, buyers: Shopper[], goods: string[]): Promise<Result> {
  const place = orderingShoppers(shop.url, buyers, goods, { codes: [CODE], gateway: 'transfer' })
  await rateOf(place, CLIENTS, 2)
  const { perSecond } = await rateOf(place, CLIENTS, SECONDS)
  return {
    name: `orders by transfer with an automatic discount and a code, by ${CLIENTS} clients of one address`,
    figure: `${perSecond.toFixed(0)} a second`,
  }
}

/** Checks the database with the doctor: a rate of incomplete orders would mean nothing. */
async function doctorSays({ db }: Connection): Promise<Result> {
  const complaints = (await examine(db)).filter(({ isFine }) => !isFine).flatMap(({ lines }) => lines)
  return {
    name: 'what the doctor finds afterwards',
    figure: complaints[0] ?? 'nothing',
    limit: 'nothing',
    holds: complaints.length === 0,
  }
}
