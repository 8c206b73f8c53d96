import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../../test/shop.ts'
import { staffOf } from '../products-fixtures.ts'

const shop = startShop()
const { aProduct } = staffOf(shop)

let admin: Person
beforeAll(async () => {
  admin = await shop.admin()
})

const shirts = [
  { name: 'First shirt', options: [{ name: 'Size', values: [{ name: 'S' }, { name: 'M' }] }] },
  { name: 'Second shirt', options: [{ name: 'Size', values: [{ name: 's' }, { name: 'm' }] }] },
  { name: 'Third shirt', options: [{ name: 'size', values: [{ name: 'S' }] }] },
  { name: 'Fourth shirt', options: [{ name: ' SIZE ', values: [{ name: 's  ' }, { name: 'One  size' }] }] },
  { name: 'Fifth shirt', options: [{ name: 'Size', values: [{ name: 'one size' }] }] },
]

/** One unit of each, sizes of the first value sold out for those named. */
async function aCatalogue(soldOut: string[] = []) {
  const { id: category, slug } = await shop.category()
  for (const { name, options } of shirts) {
    const [{ name: option, values } = { name: '', values: [] }] = options
    const variants = values.map((value, i) => ({
      options: { [option]: value.name },
      stock: soldOut.includes(name) && i === 0 ? 0 : 1,
    }))
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

describe('an option in several spellings', () => {
  it('is one facet, and its values are one value', async () => {
    const { facet } = await aCatalogue()

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
  })

  it.each(['option.Size=S', 'option.size=s', 'option.SIZE=s'])('is filtered by %s whole', async query => {
    const { names, facet } = await aCatalogue()

    expect(await names(query)).toEqual(['First shirt', 'Second shirt', 'Third shirt', 'Fourth shirt'])
    expect((await facet(query))[0]?.values).toContainEqual({ name: 'M', count: 2 })
  })
})

it('leaves sold-out variants out of the counts of a size among what is in stock', async () => {
  const { facet } = await aCatalogue(['First shirt', 'Second shirt'])

  expect((await facet('inStock=true'))[0]?.values).toContainEqual({ name: 'S', count: 2 })
  expect((await facet())[0]?.values).toContainEqual({ name: 'S', count: 4 })
})
