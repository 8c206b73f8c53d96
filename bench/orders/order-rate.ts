import { connect } from '../../server/src/platform/database/database.ts'
import { cpuTimeOf } from '../fixtures/cpu-time.ts'
import type { FurnishedShop } from '../fixtures/furnished-shop.ts'
import { orderingShoppers } from './order-clients.ts'
import { insertBuyers } from './order-fixtures.ts'

type Shop = Pick<FurnishedShop, 'url' | 'databaseUrl' | 'pid' | 'databasePid'>

/** Orders per second by this many clients, and the CPU time of an order in milliseconds. Refills the stock first. */
export async function orderRate(shop: Shop, goods: string[], clients: number, seconds: number) {
  const { db, close } = connect(shop.databaseUrl, { poolSize: 2 })
  await db.updateTable('stock').set({ quantity: 1_000_000 }).where('quantity', '<', 1_000_000).execute()
  const buyers = await insertBuyers(db, clients)
  await close()
  const place = orderingShoppers(shop.url, buyers, goods)
  await rateOf(place, clients, 2)

  const cpu = () => cpuTimeOf(shop.pid) + cpuTimeOf(shop.databasePid)
  const before = cpu()
  const { perSecond, done, took } = await rateOf(place, clients, seconds)
  return { perSecond, took, cpu: (cpu() - before) / done }
}

/** Lets all clients repeat `work` until the time is up; answers the rate and the milliseconds of the runs, ascending. */
export async function rateOf(work: (client: number) => Promise<void>, clients: number, seconds: number) {
  const started = performance.now()
  const end = started + seconds * 1000
  const took: number[] = []
  const client = async (number: number) => {
    while (performance.now() < end) {
      const began = performance.now()
      await work(number)
      took.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  const perSecond = (took.length * 1000) / (performance.now() - started)
  return { perSecond, done: took.length, took: took.sort((a, b) => a - b) }
}
