import { setImmediate } from 'node:timers/promises'
import { findProducts } from '../../server/src/search/find-products.ts'
import { insertManyProducts } from '../fixtures/many-products.ts'
import type { Result } from '../fixtures/open-shop.ts'
import { withEmptyShop } from '../fixtures/time-calls.ts'

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

/** How long spelling correction blocks the event loop while it reads and compares 60,000 words. */
export const corrections = (): Promise<Result[]> =>
  withEmptyShop(async connection => {
    await insertManyProducts(connection, 2000)
    await connection.pool.query(
      `insert into search_terms (word) select translate(md5(n::text), '0123456789', 'aeioulnrst') from generate_series(1, ${WORDS}) as n
      on conflict do nothing`,
    )
    /** Starts each search in a turn of its own of the event loop, as concurrent requests do. */
    async function correctAll() {
      const underWay = []
      for (let i = 0; i < AT_ONCE; i++) {
        const keyword = `${KEYWORDS[i % KEYWORDS.length]} ${'xyz'.repeat(1 + (i % 3))}`
        underWay.push(findProducts(connection.db, {}, { keyword, page: 1, size: 8 }))
        await setImmediate()
      }
      await Promise.all(underWay)
    }
    // Warms up the JIT compiler.
    for (let round = 0; round < ROUNDS; round++) await correctAll()

    const comparing = await longestTurn(correctAll)
    const reading = await longestTurn(async round => {
      await connection.pool.query(`insert into search_terms (word) values ('zzzznew${'z'.repeat(round)}')`)
      await correctAll()
    })
    return [result('comparing', comparing), result('reading them anew', reading)]
  })

const result = (what: string, ms: number): Result => ({
  name: `longest turn of the event loop (median of ${ROUNDS}) while ${AT_ONCE} keywords are corrected among ${WORDS} words, ${what}`,
  figure: `${ms.toFixed(1)} ms`,
  limit: `${LIMIT_MS} ms`,
  holds: ms < LIMIT_MS,
})

/** The longest turn of the event loop in milliseconds, the median of the rounds: the machine may delay a single one. */
async function longestTurn(work: (round: number) => Promise<unknown>): Promise<number> {
  const longest: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const watch = watchTurns()
    await work(round)
    longest.push(await watch.stop())
  }
  return longest.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
}

function watchTurns() {
  let isDone = false
  async function watch() {
    let [longest, before] = [0, performance.now()]
    while (!isDone) {
      await setImmediate()
      const now = performance.now()
      longest = Math.max(longest, now - before)
      before = now
    }
    return longest
  }
  const watching = watch()
  return {
    stop() {
      isDone = true
      return watching
    },
  }
}
