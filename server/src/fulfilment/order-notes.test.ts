import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { newId } from '../platform/database/ids.ts'

const shop = startShop()
const { anOpenOrder } = buyersOf(shop)

const admin = shop.anAdmin()

const notesOf = async (order: string) => (await shop.get(`/orders/${order}`, admin)).data.notes

describe('a note about an order', () => {
  it('is read by staff with author and time, and refused to everyone else', async () => {
    const { customer, order } = await anOpenOrder()

    const added = await shop.post(`/orders/${order}/notes`, { text: '  Leave it with the guard.\nHe knows.  ' }, admin)
    await shop.post(`/orders/${order}/notes`, { text: 'Called twice.' }, admin)

    const by = { _id: admin.id, name: { firstName: 'Asha', lastName: 'Rao' } }
    const first = { _id: added.data._id, text: 'Leave it with the guard.\nHe knows.', at: expect.any(String), by }
    expect(added).toMatchObject({ status: 201, message: 'Note added.', data: first })
    expect(await notesOf(order)).toMatchObject([first, { text: 'Called twice.' }])
    for (const path of [`/orders/${order}`, `/orders/current-user/${order}`, '/users/current-user/data']) {
      expect(JSON.stringify(await shop.get(path, customer))).not.toContain('Called twice')
    }
  })

  it('is deleted by its author alone, and audited without its text', async () => {
    const { order } = await anOpenOrder()
    const { _id } = (await shop.post(`/orders/${order}/notes`, { text: 'Priya lives next door.' }, admin)).data
    const remove = (as: Person, where = order) => shop.call('DELETE', `/orders/${where}/notes/${_id}`, { as })

    expect(await remove(await shop.admin())).toMatchObject({ status: 404, message: 'Note not found.' })
    expect(await remove(admin, newId())).toMatchObject({ status: 404 })
    expect(await remove(admin)).toMatchObject({ status: 200, message: 'Note deleted.' })
    expect(await remove(admin)).toMatchObject({ status: 404 })

    expect(await notesOf(order)).toEqual([])
    const log = await shop.get(`/audit?keyword=order:${order}`, admin)
    expect(log.data).toMatchObject([
      { action: 'note.deleted', before: { note: _id } },
      { action: 'note.added', after: { note: _id } },
    ])
    expect(JSON.stringify(log)).not.toContain('Priya')
  })
})
