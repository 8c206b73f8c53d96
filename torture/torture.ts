import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { gatewayNames, waysToPay } from '@mela/contract'
import { type Connection, connect } from '../server/src/platform/database/database.ts'
import { startEmbeddedDatabase } from '../server/src/platform/database/embedded/embedded.ts'
import { CRASH_POINTS } from '../server/src/platform/runtime/crash-points.ts'
import { advance, register, shopUntil } from './buyers.ts'
import { type Death, deaths, killDatabase } from './death.ts'
import { countUnsent } from './emails.ts'
import type { Plan } from './killer.ts'
import { endSales, furnish, holdSales, readPrices, supply } from './market.ts'
import { type Buyer, demand, isOpen, type Market, type Purchase } from './memory.ts'
import { type Shop, type ShopFolder, startShop } from './shop-process.ts'
import { verify } from './verify.ts'

const BUYERS = 6
/** Then a new shop starts: verifying takes longer with more data, and new shops fail in other ways. */
const DEATHS_OF_A_SHOP = 40
/** A crash point that is not reached by then is skipped. */
const LIFE_MS = 5000
const RECOVERY_ROUNDS = 160
const PATIENCE_ROUNDS = 80
const RECOVERY_PAUSE_MS = 250

const say = (line: string) => process.stdout.write(`${line}\n`)
const random = (limit: number) => Math.floor(Math.random() * limit)

/** So that short runs do not always start with the same crash points. */
const first = random(CRASH_POINTS.length)

/** Two of three kills at a crash point, in turn; the others at any time from the start on. */
function planOf(round: number): Plan | undefined {
  if (round % 3 === 2) return undefined
  const step = CRASH_POINTS[(first + round - Math.floor(round / 3)) % CRASH_POINTS.length]
  if (!step) return undefined
  const armed = random(4) === 0 ? 'at once' : 'by signal'
  return { step, times: 1 + random(5), death: deaths[random(deaths.length)] ?? 'shop', armed }
}

interface World {
  folder: ShopFolder
  buyers: Buyer[]
  market: Market
  /** The admin's cookie. */
  staff: string
  /** The opening stock by variant. */
  opening: Map<string, number>
  /** What everything costs without a sale. */
  prices: string
}

/** One life of the shop: start, finish open purchases, verify everything, kill. */
async function live(world: World, round: number): Promise<void> {
  const plan = planOf(round)
  const shop = startShop(world.folder, plan)
  const how: Death = plan?.death ?? (random(2) ? 'everything' : 'shop')
  // Some shops are killed while they start.
  if (!plan && random(4) === 0) void setTimeout(random(3000)).then(() => shop.kill(how))

  try {
    if (!(await shop.opens())) return
    await recover(world, shop)
    await verifyInTime(world, shop)
    if (shop.isDead()) return
    shop.arm()
    const over = setTimeout(plan ? (how === 'database' ? 2 : 1) * LIFE_MS : random(LIFE_MS))
    const shopping = [
      ...world.buyers.map(buyer => shopUntil(shop.isDead, shop.url, buyer, world.market)),
      holdSales(shop.isDead, shop.url, world),
    ]
    await Promise.race([shop.death, over, ...shopping])
    await shop.kill(how)
    await Promise.all(shopping)
  } finally {
    await shop.kill(how)
  }
}

/** Buyers repeat unanswered steps until the shop has answered all. */
async function recover({ folder, buyers }: World, shop: Shop): Promise<void> {
  for (let round = 0; round < RECOVERY_ROUNDS; round++) {
    const open = buyers.flatMap(buyer => buyer.purchases.filter(isOpen).map(purchase => ({ buyer, purchase })))
    if (open.length === 0 || shop.isDead()) return
    await Promise.all(open.map(({ buyer, purchase }) => advance(shop.url, buyer, purchase)))
    if (round > 1) await hurry(folder)
    if (round > 1) await setTimeout(RECOVERY_PAUSE_MS)
  }
  const open = buyers.flatMap(({ purchases }) => purchases.filter(isOpen))
  demand(shop.isDead() || open.length === 0, `These do not come to an end:\n${JSON.stringify(open, null, 2)}`)
}

async function withDatabase<Result>({ dataDir }: ShopFolder, work: (pool: Connection['pool']) => Promise<Result>) {
  const { url } = await startEmbeddedDatabase({ dataDir: join(dataDir, 'postgres') })
  const { pool } = connect(url, { poolSize: 1 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/** Deferred work is done by now, or soon: only errors that persist count. */
async function verifyInTime(world: World, shop: Shop): Promise<void> {
  for (let time = 1; !shop.isDead(); time++) {
    const failure = await withDatabase(world.folder, pool => verify({ ...world, pool })).catch(
      (error: unknown) => error,
    )
    if (failure === undefined) return
    if (shop.isDead()) return
    if (time === PATIENCE_ROUNDS) throw failure
    await hurry(world.folder)
    await setTimeout(RECOVERY_PAUSE_MS)
  }
}

/** Makes deferred work due now. Where the shop is working on a row, it goes first. */
function hurry(folder: ShopFolder): Promise<void> {
  const hurried = withDatabase(folder, async pool => {
    await pool.query(`update payment_attempts set next_check_at = now() where state = 'open'`)
    await pool.query(`update payments set next_check_at = now() where status = 'pending'`)
    await pool.query(`update refunds set next_try_at = now() where state in ('queued', 'pending')`)
    await pool.query(`update pgboss.job set start_after = now() where state in ('created', 'retry')`)
    await pool.query(
      `insert into pgboss.job (name, policy) select name, policy from pgboss.queue where name = 'reconciling'
        and not exists (select from pgboss.job where name = 'reconciling' and state = 'created')`,
    )
  })
  return hurried.catch(() => {})
}

/** Waits until all emails are sent. After a kill they are retried within half a minute here, instead of minutes. */
async function sendAll({ folder }: World): Promise<void> {
  for (let time = 0; time < PATIENCE_ROUNDS; time++) {
    if ((await withDatabase(folder, countUnsent).catch(() => 1)) === 0) return
    await setTimeout(2000)
  }
  demand(false, 'Some emails are never sent.')
}

/** A seeded shop with goods, discounts, gift cards and buyers. */
async function build(folder: ShopFolder): Promise<World> {
  const shop = startShop(folder)
  demand(await shop.opens(), 'The shop does not start; shop.txt in its folder says why.')
  const { products, opening } = await withDatabase(folder, supply)
  const prices = await withDatabase(folder, readPrices)
  const { staff, codes } = await furnish(shop.url)
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => register(shop.url, staff)))
  await shop.close()
  return { folder, buyers, staff, opening, prices, market: { products, codes, dataDir: folder.dataDir } }
}

interface Account {
  /** The crash point of each kill at one. */
  deaths: string[]
  purchases: Purchase[]
}

function report(accounts: Account[], rounds: number): void {
  const deaths = accounts.flatMap(account => account.deaths)
  const purchases = accounts.flatMap(account => account.purchases)
  const count = (what: (purchase: Purchase) => unknown) => purchases.filter(what).length
  say(`${rounds} deaths of ${accounts.length} shops, of which ${deaths.length} at a step:`)
  for (const step of CRASH_POINTS)
    say(`  ${String(deaths.filter(death => death === step).length).padStart(4)}  ${step}`)
  say(
    `${count(({ orderId }) => orderId)} orders, ${count(({ state }) => state === 'refused')} refused, ${count(({ isCancelled }) => isCancelled)} cancelled, ${count(({ isRefunded, back }) => isRefunded || back)} refunded: all there, each once.`,
  )
  const ordered = purchases.filter(({ orderId }) => orderId)
  const ways = waysToPay.map(
    way =>
      `${ordered.filter(purchase => purchase.way === way && purchase.transactionId).length} by ${gatewayNames[way]}`,
  )
  say(`Paid: ${ways.join(', ')}, ${ordered.filter(({ dueCents }) => dueCents === 0).length} by gift cards alone.`)
  say(
    `${count(({ email, orderId }) => email && orderId)} of guests, ${count(({ byCards }) => Object.keys(byCards).length)} with gift cards, ${count(({ discounts }) => discounts.length > 1)} with a code.`,
  )
}

/** A shop from its first start, on a copy of a `seeded` folder or an empty one, to its last kill, and its report. */
async function torture(port: number, rounds: number[], seeded?: string): Promise<Account> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mela-torture-'))
  // Keeps the owner of the database's files.
  if (seeded) await promisify(execFile)('cp', ['-a', `${seeded}/.`, dataDir])
  const world = await build({ dataDir, port })
  try {
    for (const round of rounds) await live(world, round)
    const shop = startShop(world.folder)
    await shop.opens()
    await recover(world, shop)
    await verifyInTime(world, shop)
    await sendAll(world)
    await endSales(shop.url, world.staff)
    demand((await withDatabase(world.folder, readPrices)) === world.prices, 'Some prices are not as before the sales.')
    await shop.close()
    const deaths = await readFile(join(dataDir, 'deaths.txt'), 'utf8').catch(() => '')
    await rm(dataDir, { recursive: true, force: true })
    return { deaths: deaths.split('\n').filter(Boolean), purchases: world.buyers.flatMap(({ purchases }) => purchases) }
  } catch (error) {
    killDatabase(dataDir)
    say(`What is left of it stands in ${dataDir}.`)
    throw error
  }
}

async function main() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '200' },
      port: { type: 'string', default: '3471' },
      seeded: { type: 'string' },
    },
  })
  const rounds = Array.from({ length: Number(values.rounds) }, (_, round) => round)
  const accounts: Account[] = []
  while (rounds.length > 0) {
    accounts.push(await torture(Number(values.port), rounds.splice(0, DEATHS_OF_A_SHOP), values.seeded))
    if (rounds.length > 0) say(`Nothing is lost or doubled so far; ${rounds.length} deaths to come.`)
  }
  report(accounts, Number(values.rounds))
}

await main()
