import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'

const shop = startShop()
const admin = shop.anAdmin()

beforeEach(async () => {
  await funnel()
  await shop.db.deleteFrom('visit_counts').execute()
})

const count = (step: string, source = '') => shop.post('/figures/steps', { step, source })
const funnel = async (days = 7) => (await shop.get(`/dashboard/funnel?days=${days}`, admin)).data

it('adds steps of visits to the sums of the day, by source', async () => {
  for (const step of ['visit', 'product', 'cart']) await count(step, 'www.Google.com')
  await count('visit', 'google.com')
  await count('visit')

  const { total, days, sources } = await funnel()

  expect(total).toEqual({ visit: 3, product: 1, cart: 1, checkout: 0, placed: 0 })
  expect([days.length, days.at(-1).visit]).toEqual([7, 3])
  expect(sources.map(({ source, visit }: { source: string; visit: number }) => [source, visit])).toEqual([
    ['google.com', 2],
    ['', 1],
  ])
})

it('keeps of a source nothing but a host or a word, and takes no other steps', async () => {
  await count('visit', 'asha@example.com?<script>')

  expect((await count('bought')).status).toBe(400)
  expect((await shop.post('/figures/steps', { step: 'visit', source: { ip: '1' } })).status).toBe(200)
  expect((await funnel()).sources.map(({ source }: { source: string }) => source)).toEqual(['', 'other'])
})

it('names 200 sources of a day at the most', async () => {
  await sql`insert into visit_counts (day, source, visit)
    select (now() at time zone shop_time_zone())::date, 'site-' || n, 1 from generate_series(1, 200) as n`.execute(
    shop.db,
  )

  await count('visit', 'invented.example')
  await count('visit', 'site-7')

  const { sources } = await funnel()
  expect(sources.slice(0, 2)).toMatchObject([
    { source: 'site-7', visit: 2 },
    { source: 'other', visit: 1 },
  ])
})

it('counts no staff, and leaves older days out', async () => {
  await shop.post('/figures/steps', { step: 'visit', source: '' }, admin)
  await sql`insert into visit_counts (day, source, visit) values (current_date - 40, '', 9)`.execute(shop.db)

  expect([(await funnel()).total.visit, (await funnel(90)).total.visit]).toEqual([0, 9])
})
