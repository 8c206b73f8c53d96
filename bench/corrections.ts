import { setImmediate } from 'node:timers/promises'
import { findProducts } from '../server/src/catalog/find-products.ts'
import type { Connection } from '../server/src/database/database.ts'
import { insertManyProducts } from './many-products.ts'
import type { Result } from './open-shop.ts'
import { withEmptyShop } from './time-calls.ts'

const WORDS = 60_000
const LIMIT_MS = 5
const AT_ONCE = 10
const ROUNDS = 20
const KEYWORDS = [
  'karimoo sholopune tulenprigann zenwodenstiba',
  'vidarpunesharo bigantumar',
  'k'.repeat(100),
  'chronogarph automtic loopbakc swetshirt oxblodd tumeric',
  'aeiou uoiea eioua',
]

/** How long correcting keywords holds the event loop, among 60,000 words: when they are read, and when they are compared. */
export const corrections = (): Promise<Result[]> =>
  withEmptyShop(async connection => {
    await insertManyProducts(connection, 2000)
    await connection.pool.query(
      `insert into words (word) select translate(md5(n::text), '0123456789', 'aeioulnrst') from generate_series(1, ${WORDS}) as n
      on conflict do nothing`,
    )
    /** Each begins in a turn of its own, as requests on connections of their own do. */
    async function correctAll() {
      const underWay = []
      for (let i = 0; i < AT_ONCE; i++) {
        const keyword = `${KEYWORDS[i % KEYWORDS.length]} ${'xyz'.repeat(1 + (i % 3))}`
        underWay.push(findProducts(connection.db, {}, { keyword, page: 1, size: 8 }))
        await setImmediate()
      }
      await Promise.all(underWay)
    }
    // The engine compiles what it meets first.
    for (let round = 0; round < ROUNDS; round++) await correctAll()

    const comparing = await longestTurn(async () => {
      for (let round = 0; round < ROUNDS; round++) await correctAll()
    })
    const reading = await longestTurn(() => addWord(connection).then(correctAll))
    return [result('comparing', comparing), result('reading them anew', reading)]
  })

const addWord = ({ pool }: Connection) => pool.query(`insert into words (word) values ('zzzznew')`)

const result = (what: string, ms: number): Result => ({
  name: `longest turn of the event loop while ${AT_ONCE} keywords are corrected among ${WORDS} words, ${what}`,
  figure: `${ms.toFixed(1)} ms`,
  limit: `${LIMIT_MS} ms`,
  holds: ms < LIMIT_MS,
})

/** In milliseconds of this thread's processor time, so that whatever else the machine does stays out of it. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isDone = false
  let before = process.threadCpuUsage()
  async function watchTurns() {
    while (!isDone) {
      await setImmediate()
      const { user, system } = process.threadCpuUsage(before)
      longest = Math.max(longest, user + system)
      before = process.threadCpuUsage()
    }
  }
  const watching = watchTurns()
  await work()
  isDone = true
  await watching
  return longest / 1000
}
