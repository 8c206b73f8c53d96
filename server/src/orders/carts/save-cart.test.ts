import { expect, it } from 'vitest'
import { type Person, startShop } from '../../../test/shop.ts'
import { newId } from '../../platform/database/ids.ts'

const shop = startShop()

const aLine = (quantity = 1) => ({ product: newId(), variant: newId(), quantity })
const save = (as: Person, body: object) => shop.call('PUT', '/cart', { as, body })

it('the cart of an account is empty at first, and then what a device has saved last', async () => {
  const customer = await shop.customer()
  expect((await shop.get('/cart', customer)).data).toEqual({ lines: [], note: '', giftText: '', version: 0 })
  const gift = { email: 'friend@', message: 'Happy birthday!' }
  const lines = [{ ...aLine(2), gift }, aLine()]

  const { data } = await save(customer, { lines, note: 'Ring twice.', giftText: ' ', version: 0 })

  expect(data).toEqual({ lines, note: 'Ring twice.', giftText: '', version: 1 })
  expect((await shop.get('/cart', customer)).data).toEqual(data)
  expect((await shop.get('/cart', await shop.customer())).data.lines).toEqual([])
})

it('a device that does not know the last change is refused, and gets it', async () => {
  const customer = await shop.customer()
  const [desk, phone] = [{ lines: [aLine(3)] }, { lines: [aLine(5)] }]
  await save(customer, { ...desk, version: 0 })

  const answer = await save(customer, { ...phone, version: 0 })

  expect(answer).toMatchObject({ status: 409, code: 'version_conflict', data: { ...desk, version: 1 } })
  expect((await save(customer, { ...phone, version: 1 })).data).toMatchObject({ ...phone, version: 2 })
})

it('a save whose answer was lost is answered alike when it is repeated', async () => {
  const customer = await shop.customer()
  const cart = { lines: [aLine(3)], note: 'Ring twice.', version: 0 }
  const { data } = await save(customer, cart)

  expect(await save(customer, cart)).toMatchObject({ status: 200, data })
})

it('of two devices that save at once, one is refused', async () => {
  const customer = await shop.customer()

  const answers = await Promise.all([1, 2, 3].map(quantity => save(customer, { lines: [aLine(quantity)], version: 0 })))

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

it('a visitor has none on the server', async () => {
  expect(await shop.get('/cart')).toMatchObject({ status: 401 })
})
