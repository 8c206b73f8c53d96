import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { cleanUp } from '../../operate/open-work.ts'
import { newId } from '../../platform/database/ids.ts'

const shop = startShop()

const lines = [{ product: newId(), variant: newId(), quantity: 2 }]
const share = async () => {
  const gift = { email: 'friend@example.com' }
  return (await shop.post('/cart/shared', { lines: lines.map(line => ({ ...line, gift })) })).data.token
}
const open = (token: string) => shop.get(`/cart/shared/${token}`)

it('a shared cart opens by its link alone, and holds nothing but lines', async () => {
  const token = await share()

  expect((await open(token)).data).toEqual({ lines })
  expect(token).toMatch(/^[0-9a-f]{32}$/)
  expect(await open(token.replace(/^./, 'g'))).toMatchObject({ status: 404 })
  const rows = await shop.db.selectFrom('shared_carts').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows[0]?.lines).toEqual(lines)
})

it('a link to a cart works for thirty days, and its row is deleted then', async () => {
  const token = await share()
  const age = (days: number) =>
    sql`update shared_carts set expires_at = expires_at - make_interval(days => ${days})`.execute(shop.db)

  await age(29)
  expect(await open(token)).toMatchObject({ status: 200 })
  await age(1)
  expect(await open(token)).toMatchObject({ status: 404 })
  await cleanUp(shop.db)

  expect(await shop.db.selectFrom('shared_carts').select('lines').execute()).toEqual([])
})

it('an empty cart is not shared', async () => {
  expect(await shop.post('/cart/shared', { lines: [] })).toMatchObject({ status: 400 })
})
