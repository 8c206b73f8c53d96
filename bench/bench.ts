import { catalogueSizes } from './catalogue-sizes.ts'
import { changes } from './changes.ts'
import { concurrency } from './concurrency.ts'
import type { Result } from './fixtures/open-shop.ts'
import { idle, memory } from './memory.ts'
import { orders } from './orders/orders.ts'
import { firstViews } from './pages/first-views.ts'
import { pages } from './pages/pages.ts'
import { calls } from './reads/calls.ts'
import { million } from './reads/million.ts'
import { search } from './reads/search.ts'
import { report } from './report.ts'
import { staff } from './staff.ts'
import { uploads } from './uploads.ts'
import { use } from './use.ts'

/** The measurements by name. `npm run bench` takes all but `LARGE`; `npm run bench -- search` takes the named ones. */
const measurements: Record<string, () => Promise<Result[]>> = {
  pages,
  'first-views': firstViews,
  calls,
  search,
  million,
  catalogue: catalogueSizes,
  concurrency,
  changes,
  orders,
  staff,
  uploads,
  memory,
  idle,
  use,
}

/** Needs minutes and gigabytes to prepare its data, so it runs only when it is named. */
const LARGE = 'million'

// Measurements run one after the other; each compares a ratio or a time of this run with a limit.
const asked = process.argv.slice(2)
const unknown = asked.filter(name => !(name in measurements))
if (unknown.length > 0)
  throw new Error(`There is no ${unknown.join(', ')}. There are ${Object.keys(measurements).join(', ')}.`)

for (const [name, measure] of Object.entries(measurements)) {
  if (asked.length > 0 ? !asked.includes(name) : name === LARGE) continue
  process.stdout.write(`${name} …\n`)
  const began = performance.now()
  const results = await measure()
  for (const { name, figure, limit, holds } of results) {
    const verdict = limit ? (holds ? 'holds' : 'FAILS') : '     '
    process.stdout.write(`${verdict}  ${name}: ${figure}${limit ? ` (limit ${limit})` : ''}\n`)
    if (limit && !holds) process.exitCode = 1
  }
  report(name, Object.keys(measurements), (performance.now() - began) / 1000, results)
}
