import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { checkTable } from './check-import.ts'

const shop = startShop()

/** The longest processor time in milliseconds for which some work lets nothing else run. */
async function longestHold(work: Promise<unknown>): Promise<number> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  let longest = 0
  for (let since = process.threadCpuUsage(); !isDone; since = process.threadCpuUsage()) {
    await setImmediate()
    longest = Math.max(longest, process.threadCpuUsage(since).user / 1000)
  }
  await done
  return longest
}

const rows = (count: number, row: (n: number) => string) => Array.from({ length: count }, (_, n) => row(n)).join('\n')

it.each([
  ['many columns and rows', `Title${','.repeat(499)}\n${rows(8000, () => 'a')}`],
  ['tags that never end', `Handle,Title,Body (HTML)\n${rows(2, n => `h${n},Saree,<${'a'.repeat(40_000)}`)}`],
  ['long descriptions', `Handle,Title,Body (HTML)\n${rows(30, n => `h${n},Saree,"${'<p>a'.repeat(24_900)}"`)}`],
])('a file with %s lets requests run while it is checked', async (_, table) => {
  const admin = await shop.admin()

  const longest = await longestHold(checkTable(shop.db, admin.id, { name: 'products.csv', bytes: Buffer.from(table) }))

  expect(longest).toBeLessThan(200)
})
