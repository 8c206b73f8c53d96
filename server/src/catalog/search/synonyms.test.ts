import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../../test/shop.ts'

const shop = startShop({}, undefined, undefined, true)

const find = async (keyword: string) => shop.get(`/products?view=card&size=100&keyword=${encodeURIComponent(keyword)}`)
const idsOf = async (keyword: string): Promise<string[]> =>
  (await find(keyword)).data.map(({ _id }: { _id: string }) => _id)

const setSynonyms = (synonyms: string[], admin: Person) => shop.changeSettings({ search: { synonyms } }, admin)

describe('the words that the owner has set', () => {
  it('find products with any other word of their line, from the next search on', async () => {
    const admin = await shop.admin()
    const sofa = await shop.product({ name: 'Linnen settee' })
    expect(await idsOf('couches')).toEqual([])

    await setSynonyms(['Sofa, couch, settee', 'Kanapee, couch'], admin)

    expect(await idsOf('couches')).toEqual([sofa.id])
    expect(await idsOf('SOFA linnen')).toEqual([sofa.id])
    expect(await idsOf('kanapee')).toEqual([])
    expect((await find('sofaa')).meta).toMatchObject({ total: 1, correction: 'sofa' })
  })

  it('stand behind products that have the word itself', async () => {
    const admin = await shop.admin()
    const lamp = await shop.product({ name: 'Brass lampe' })
    const light = await shop.product({ name: 'Brass leuchte' })
    await setSynonyms(['lampe, leuchte'], admin)

    expect(await idsOf('lampe')).toEqual([lamp.id, light.id])
    expect(await idsOf('leuchte')).toEqual([light.id, lamp.id])
  })
})
