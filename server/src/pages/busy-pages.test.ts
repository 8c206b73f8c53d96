import { API_BASE } from '@mela/contract'
import { afterEach, expect, it, vi } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { inSlices } from '../search/in-slices.ts'
import { indexProducts } from '../search/index-products.ts'
import { aWebApp } from './pages-fixtures.ts'

const lines: string[] = []
const { web } = aWebApp()
const shop = startShop({ LOG_LEVEL: 'warn' }, { write: line => void lines.push(line) }, web)

let isDone = false
afterEach(() => {
  isDone = true
})

/** One spelling correction runs as long as the test, and the queue behind it is full. */
async function fillTheQueueOfCorrections() {
  const begun = Promise.withResolvers<void>()
  const work = function* () {
    begun.resolve()
    while (!isDone) yield
  }
  const waiting = Array.from({ length: 101 }, () => inSlices(work()))
  await begun.promise
  return waiting
}

it('reports too many waiting corrections on the page, in the answer and in the log', async () => {
  await shop.product({ name: 'Handwoven kurta' })
  await indexProducts(shop.db)
  const waiting = await fillTheQueueOfCorrections()

  const page = await shop.app.inject('/search?keyword=handwovne')
  const call = await shop.app.inject(`${API_BASE}/products?keyword=handwovne`)

  expect(page).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } })
  expect(page.body).toContain('The shop is very busy')
  expect(call).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } })
  await vi.waitFor(() => expect(lines.join('')).toContain('more is asked for than the shop can answer'))
  expect(lines.join('')).not.toContain('cannot be rendered')
  isDone = true
  await Promise.all(waiting)
})
