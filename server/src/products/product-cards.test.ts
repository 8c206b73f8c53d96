import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { newId } from '../database/ids.ts'

const shop = startShop()
const cardsOf = (...ids: string[]) => shop.get(`/products/cards?ids=${ids.join(',')}`)

describe('GET /products/cards', () => {
  it('answers the requested products, in that order, each once', async () => {
    const [kurta, boot, watch] = [await shop.product(), await shop.product(), await shop.product()]

    const { status, data } = await cardsOf(boot.id, watch.id.toUpperCase(), boot.id, kurta.id)

    expect(status).toBe(200)
    expect(data.map(({ _id }: { _id: string }) => _id)).toEqual([boot.id, watch.id, kurta.id])
    expect(data[0]).toMatchObject({ name: boot.name, price: 100, stock: 20, isActive: true })
    expect(data[0]).not.toHaveProperty('description')
  })

  it('B109 B80 leaves out inactive, deleted and unknown products, for admins too', async () => {
    const kurta = await shop.product({ stock: 0 })
    const hidden = await shop.product({ is_active: false })
    const deleted = await shop.product({ deleted_at: new Date() })
    const asked = [hidden.id, deleted.id, newId(), kurta.id].join(',')

    for (const person of [undefined, await shop.admin()]) {
      const { data } = await shop.get(`/products/cards?ids=${asked}`, person)
      expect(data.map(({ _id }: { _id: string }) => _id)).toEqual([kurta.id])
    }
  })

  it('B97 refuses an invalid id, and more than 100 of them', async () => {
    expect(await cardsOf('abc')).toMatchObject({
      status: 400,
      message: 'This must be an id of 24 hexadecimal characters.',
    })
    expect(await shop.get('/products/cards')).toMatchObject({ status: 400 })
    expect(await cardsOf(...Array.from({ length: 101 }, newId))).toMatchObject({ status: 400 })
    expect(await cardsOf(...Array.from({ length: 100 }, newId))).toMatchObject({ status: 200, data: [] })
    expect(await cardsOf('')).toMatchObject({ status: 200, data: [] })
  })
})
