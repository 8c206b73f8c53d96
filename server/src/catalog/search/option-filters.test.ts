import { describe, expect, it } from 'vitest'
import { aWord } from '../../../test/a-word.ts'
import { startShop } from '../../../test/shop.ts'
import type { Database } from '../../platform/database/database.ts'
import { staffOf } from '../products-fixtures.ts'
import { forgetUnusedSets } from './count-options.ts'

const shop = startShop()
const { aProduct, put } = staffOf(shop)
const admin = shop.anAdmin()

/** A product with the stock of each pair of a size and a colour: `{ 'M Indigo': 2 }`. */
async function aShirt(name: string, stocks: Record<string, number>) {
  const { id } = await shop.product({ name, stock: 0, thumbnail_id: (await shop.media()).id })
  const pairs = Object.entries(stocks).map(([pair, stock]) => ({ pair: pair.split(' '), stock }))
  const valuesAt = (index: number) => [...new Set(pairs.map(({ pair }) => pair[index]))].map(name => ({ name }))
  const options = [
    { name: 'Size', values: valuesAt(0) },
    { name: 'Colour', values: valuesAt(1) },
  ]
  const variants = pairs.map(({ pair: [Size, Colour], stock }) => ({ options: { Size, Colour }, stock }))
  const { status, data } = await put(id, { options, variants }, admin)
  expect(status).toBe(200)
  return { id, variants: data.variants.map(({ _id }: { _id: string }) => _id) as string[] }
}

/** Two shirts with other sizes of other colours, and a watch. */
async function aCatalogue() {
  const word = aWord()
  const indigo = await aShirt(`${word} indigo`, { 'M Indigo': 2, 'L Indigo': 0, 'L Rust': 1 })
  await aShirt(`${word} rust`, { 'S Rust': 1, 'M Rust': 0 })
  await shop.product({ name: `${word} watch` })
  const names = async (query: string, path = '/products') => {
    const { data } = await shop.get(`${path}?keyword=${word}&${query}`)
    return data.map(({ name }: { name: string }) => name.replace(`${word} `, ''))
  }
  const facets = async (query: string) => (await shop.get(`/products/facets?keyword=${word}&${query}`)).data
  return { word, indigo, names, facets }
}

const setOf = async (id: string) =>
  (await shop.db.selectFrom('product_index').select('offered_set').where('product_id', '=', id).executeTakeFirst())
    ?.offered_set

describe('a list filtered by options', () => {
  it('has the products of which one variant has any of the values of each option', async () => {
    const { names } = await aCatalogue()

    expect(await names('option.Size=M')).toEqual(['rust', 'indigo'])
    expect(await names('option.Size=S')).toEqual(['rust'])
    expect(await names('option.Size=S&option.Size=L')).toEqual(['rust', 'indigo'])
    expect(await names('option.Size=M&option.Colour=Rust')).toEqual(['rust'])
    expect(await names('option.Size=M&option.Size=L&option.Colour=Rust')).toEqual(['rust', 'indigo'])
  })

  it('is in stock when that variant is', async () => {
    const { names, indigo } = await aCatalogue()
    expect(await names('option.Size=M&inStock=true')).toEqual(['indigo'])
    expect(await names('option.Size=L&option.Colour=Indigo&inStock=true')).toEqual([])

    await shop.db
      .updateTable('stock')
      .set({ quantity: 0 })
      .where('variant_id', '=', indigo.variants[0] ?? '')
      .execute()

    expect(await names('option.Size=M&inStock=true')).toEqual([])
    expect(await names('option.Size=M')).toEqual(['rust', 'indigo'])
  })

  it('follows renamed options', async () => {
    const { names, indigo } = await aCatalogue()
    const options = JSON.stringify([
      { name: 'Taille', values: [{ name: 'M' }, { name: 'L' }] },
      { name: 'Colour', values: [{ name: 'Indigo' }, { name: 'Rust' }] },
    ])

    await shop.db.updateTable('products').set({ options }).where('id', '=', indigo.id).execute()

    expect(await names('option.Taille=M')).toEqual(['indigo'])
    expect(await names('option.Size=L')).toEqual([])
  })

  it('is empty with what no product has, and ignores what is no option', async () => {
    const { names } = await aCatalogue()

    for (const query of ['option.Fabric=Linen', 'option.Size=XXS', 'option.constructor=M', 'option.Size=%28%22'])
      expect(await names(query), query).toEqual([])
    for (const query of ['option.=M', 'option.Size=', 'option.Size=%00', 'option=M'])
      expect(await names(query), query).toHaveLength(3)
  })

  it('is combined with the other filters, orders, lists and without a keyword', async () => {
    const { names, word } = await aCatalogue()
    const category = await shop.category()
    const { id } = await shop.product({ name: `${word} dear`, price_cents: 90_000, category_id: category.id })
    await shop.sizes(id, { M: 1 })
    const { data } = await shop.get(`/categories/slug/${category.slug}/products?option.Size=M`)

    expect(data).toMatchObject([{ _id: id }])
    expect((await shop.get(`/categories/slug/${category.slug}/products?option.Size=S`)).data).toEqual([])
    expect(await names('option.Size=M&minPrice=500')).toEqual(['dear'])
    expect(await names('option.Size=M&sort=price-desc')).toEqual(['dear', 'rust', 'indigo'])
    expect(await names('option.Size=M', '/products/on-sale')).toEqual([])
    const all = await shop.get('/products?option.Size=M&option.Colour=Indigo&size=100')
    expect(all.meta.total).toBe(all.data.length)
  })
})

describe('the facets of options', () => {
  it('count each value, without the filter of its own option', async () => {
    const { facets } = await aCatalogue()

    expect((await facets('')).options).toEqual([
      { name: 'Colour', values: counted({ Rust: 2, Indigo: 1 }) },
      { name: 'Size', values: counted({ S: 1, M: 2, L: 1 }) },
    ])
    expect((await facets('option.Size=M')).options).toEqual([
      { name: 'Colour', values: counted({ Indigo: 1, Rust: 1 }) },
      { name: 'Size', values: counted({ S: 1, M: 2, L: 1 }) },
    ])
    expect((await facets('option.Colour=Indigo')).options).toContainEqual({
      name: 'Size',
      values: counted({ M: 1, L: 1 }),
    })
  })
})

describe('the set of options of a product', () => {
  it('is not deleted while a product that begins to offer it is being saved', async () => {
    const { id } = await shop.product()
    const [size, other] = [aWord(), aWord()]
    await shop.sizes(id, { [size]: 1 })
    const unused = await setOf(id)
    await rename(id, other)

    await shop.db.transaction().execute(async db => {
      await rename(id, size, db)
      await expect(forgetUnusedSets(shop.db)).rejects.toThrow('lock timeout')
    })

    expect(await setOf(id)).toBe(unused)
    await forgetUnusedSets(shop.db)
    expect(
      await shop.db
        .selectFrom('option_sets')
        .select('id')
        .where('id', '=', unused ?? 0)
        .execute(),
    ).toHaveLength(1)
  })
})

const counted = (counts: Record<string, number>) => Object.entries(counts).map(([name, count]) => ({ name, count }))
const rename = (id: string, value: string, db: Database = shop.db) =>
  db
    .updateTable('variants')
    .set({ option_values: [value] })
    .where('product_id', '=', id)
    .execute()

describe('spellings of options', () => {
  const shirts = [
    { name: 'First shirt', options: [{ name: 'Size', values: [{ name: 'S' }, { name: 'M' }] }] },
    { name: 'Second shirt', options: [{ name: 'Size', values: [{ name: 's' }, { name: 'm' }] }] },
    { name: 'Third shirt', options: [{ name: 'size', values: [{ name: 'S' }] }] },
    { name: 'Fourth shirt', options: [{ name: ' SIZE ', values: [{ name: 's  ' }, { name: 'One  size' }] }] },
    { name: 'Fifth shirt', options: [{ name: 'Size', values: [{ name: 'one size' }] }] },
  ]

  /** One unit of each. */
  async function aCatalogue() {
    const { id: category, slug } = await shop.category()
    for (const { name, options } of shirts) {
      const [{ name: option, values } = { name: '', values: [] }] = options
      const variants = values.map(value => ({ options: { [option]: value.name }, stock: 1 }))
      const { stock: _, ...product } = await aProduct({ name, category })
      expect(await shop.post('/products', { ...product, options, variants, isActive: true }, admin)).toMatchObject({
        status: 201,
      })
    }
    const facet = async (query = '') =>
      (await shop.get(`/products/facets?within=${slug}&${query}`)).data.options as { name: string; values: object[] }[]
    const names = async (query: string) =>
      (await shop.get(`/categories/slug/${slug}/products?view=card&${query}`)).data
        .map(({ name }: { name: string }) => name)
        .reverse()
    return { facet, names }
  }

  it('are one facet with one value each, and any of them filters by all', async () => {
    const { facet, names } = await aCatalogue()

    expect(await facet()).toEqual([
      {
        name: expect.stringMatching(/^size$/i),
        values: [
          { name: expect.stringMatching(/^one +size$/i), count: 2 },
          { name: 'S', count: 4 },
          { name: 'M', count: 2 },
        ],
      },
    ])
    for (const query of ['option.Size=S', 'option.size=s', 'option.SIZE=s']) {
      expect(await names(query)).toEqual(['First shirt', 'Second shirt', 'Third shirt', 'Fourth shirt'])
      expect((await facet(query))[0]?.values).toContainEqual({ name: 'M', count: 2 })
    }
  })
})
