import { expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { indexProducts } from './index-products.ts'

const shop = startShop()

/** Whether a product of this name is among those that the keyword finds exactly, and the totals say so. */
async function finds(name: string, keyword: string): Promise<boolean> {
  const { id } = await shop.product({ name })
  await indexProducts(shop.db)
  const { data, meta } = await shop.get(`/products?size=100&view=card&keyword=${encodeURIComponent(keyword)}`)
  expect(meta).not.toHaveProperty('correction')
  expect(meta).not.toHaveProperty('partial')
  return data.some(({ _id }: { _id: string }) => _id === id)
}

it.each([
  ['有机绿茶 100克', '绿茶'],
  ['有机绿茶 100克', '茶'],
  ['有机绿茶 100克', '有机绿茶'],
  ['女士真皮手提包', '真皮 手提包'],
  ['抹茶ラテ カップ', 'ラテ'],
  ['レディースｽﾆｰｶｰ 白', 'スニーカー'],
  ['여성가죽신발', '가죽'],
  ['ชาเขียวออร์แกนิก', 'ออร์แกนิก'],
  ['ชาเขียวออร์แกนิก', 'ชา'],
  ['ເສື້ອຜ້າຝ້າຍ', 'ຝ້າຍ'],
  ['Baumwollhemd kurzarm', 'hemd'],
  ['Damenschuhe', 'schuhe'],
  ['Damenschuhe', 'Schuh'],
  ['Lederhandtaschen', 'Tasche'],
  ['Wanduhr aus Eiche', 'Uhren'],
  ['Gartenmöbel', 'Möbel'],
  ['Trädgårdsstol', 'stol'],
  ['قميص قطني أبيض', 'القميص'],
  ['قميص قطني أبيض', 'ابيض'],
  ['القميص القطني', 'قميص'],
  ['كِتَابٌ عربي', 'كتاب'],
  ['סֵפֶר עברי', 'ספר'],
  ['T\u2011shirt', 'tshirt'],
  ['Kaf\u00adfee', 'kaffee'],
  ['Zero\u200bwidth lamp', 'zerowidth'],
  ['ＣＯＴＴＯＮ cap', 'cotton'],
  ['ज़री साड़ी', 'जरी साडी'],
  ['Knives set', 'knife'],
  ['Women dress red', 'woman'],
  ['Woman dress red', 'women'],
  ['Children coat', 'child'],
  ['Mens belt', 'man'],
  ['Wool beanie', 'beanies'],
  ['Silk scarves', 'scarf'],
  ['Wooden shelf', 'shelves'],
  ['Lens cloth', 'lenses'],
])('%j is found by %j', async (name, keyword) => {
  expect(await finds(name, keyword)).toBe(true)
})

it.each([
  ['有机红茶', '绿茶'],
  ['Adjustable chair', 'table'],
  ['Measuring cup', 'ring'],
  ['Persian carpet', 'pet'],
  ['Women dress', 'omen'],
])('%j is not found by %j', async (name, keyword) => {
  await shop.product({ name: `The other one, ${keyword}` })

  expect(await finds(name, keyword)).toBe(false)
})

it('puts a word in a name before the end of a compound', async () => {
  const { id: compound } = await shop.product({ name: 'Winterjacke' })
  const { id: word } = await shop.product({ name: 'Jacke' })
  await shop.product({ name: 'Sommerjacke' })
  await indexProducts(shop.db)

  const { data } = await shop.get('/products?keyword=jacke')

  expect(data.map(({ _id }: { _id: string }) => _id)).toHaveLength(3)
  expect(data[0]._id).toBe(word)
  expect(data[2]._id).toBe(compound)
})
