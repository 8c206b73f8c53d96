import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { aWord } from '../../../test/a-word.ts'
import { startShop } from '../../../test/shop.ts'
import { countOptions } from './count-options.ts'

const shop = startShop()

async function facets(query: string) {
  const { data } = await shop.get(`/products/facets?${query}`)
  return data
}

/** Two kurtas and three shoes that differ in every filter. */
async function aCatalog() {
  const word = aWord()
  const [kurtas, shoes] = [
    await shop.category({ name: `Kurtas ${word}` }),
    await shop.category({ name: `Shoes ${word}` }),
  ]
  const reduced = { on_sale: true, sale_price_cents: 3_600 }
  await shop.product({ category_id: kurtas.id, price_cents: 4_800, ...reduced })
  await shop.product({ category_id: kurtas.id, price_cents: 5_200, stock: 0 })
  const rated = await shop.product({ category_id: shoes.id, price_cents: 11_000, ...reduced })
  await shop.product({ category_id: shoes.id, price_cents: 16_500 })
  await shop.product({ category_id: shoes.id, price_cents: 9_500, is_active: false })
  await shop.db.updateTable('products').set({ rating_points: 13, rating_count: 3 }).where('id', '=', rated.id).execute()
  const named = ({ name, slug }: typeof shoes) => ({ name, slug })
  return { word, kurtas: named(kurtas), shoes: named(shoes) }
}

describe('GET /products/facets', () => {
  it('counts the active products that a keyword finds', async () => {
    const { word, kurtas, shoes } = await aCatalog()

    expect(await facets(`keyword=${word}`)).toEqual({
      categories: [
        { ...kurtas, count: 2 },
        { ...shoes, count: 2 },
      ],
      prices: [
        { from: 30, to: 40, count: 2 },
        { from: 50, to: 60, count: 1 },
        { from: 150, to: 200, count: 1 },
      ],
      onSale: 2,
      inStock: 3,
      ratings: [4, 3, 2, 1].map(stars => ({ stars, count: 1 })),
      options: [],
    })
  })

  it('counts the products of one category alone for its page, with the filters that are set', async () => {
    const { kurtas } = await aCatalog()

    const all = await facets(`within=${kurtas.slug}`)
    expect(all).toMatchObject({ categories: [{ ...kurtas, count: 2 }], onSale: 1, inStock: 1 })
    expect(await facets(`within=${kurtas.slug}&inStock=true`)).toMatchObject({
      onSale: 1,
      prices: [{ from: 30, to: 40, count: 1 }],
    })
    expect(await facets(`within=${kurtas.slug}x`)).toMatchObject({ categories: [], prices: [] })
  })

  it('counts each part as if its own filter were not set, and all others were', async () => {
    const { word, kurtas, shoes } = await aCatalog()

    expect(await facets(`keyword=${word}&category=${kurtas.slug}&inStock=true`)).toEqual({
      categories: [
        { ...kurtas, count: 1 },
        { ...shoes, count: 2 },
      ],
      prices: [{ from: 30, to: 40, count: 1 }],
      onSale: 1,
      inStock: 1,
      ratings: [],
      options: [],
    })
    expect(await facets(`keyword=${word}&maxPrice=100&onSale=true`)).toMatchObject({
      categories: [
        { ...kurtas, count: 1 },
        { ...shoes, count: 1 },
      ],
      prices: [{ from: 30, to: 40, count: 2 }],
      onSale: 2,
    })
    expect(await facets(`keyword=${word}&rating=4`)).toMatchObject({
      categories: [{ ...shoes, count: 1 }],
      ratings: [4, 3, 2, 1].map(stars => ({ stars, count: 1 })),
    })
  })
})

describe('counted options', () => {
  async function count(products: { variants: Record<string, string>[]; count: number }[]) {
    const sets: { id: number; count: number }[] = []
    for (const { variants, count } of products) {
      const { rows } = await sql<{ id: number }>`
        insert into option_sets (variants) values (${JSON.stringify(variants)}::jsonb) returning id`.execute(shop.db)
      for (const { id } of rows) sets.push({ id, count })
    }
    return countOptions(shop.db, sets, {})
  }

  const valuesOf = (...values: string[]) => values.map(value => ({ Size: value }))

  it('lists words by frequency, then sizes of letters, then numbers', async () => {
    const products = [
      { variants: valuesOf('L', 'XS', 'XL', 'One size'), count: 1 },
      { variants: valuesOf('M', 'S', 'Other'), count: 9 },
      { variants: valuesOf('100', '36', '36.5'), count: 2 },
    ]

    const [size] = await count(products)

    const names = size?.values.map(({ name }) => name)
    expect(names).toEqual(['Other', 'One size', 'XS', 'S', 'M', 'L', 'XL', '36', '36.5', '100'])
  })

  it('shows the thirty most frequent values of the six most frequent options', async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ variants: valuesOf(`${index}`), count: index + 1 }))
    const others = Array.from({ length: 8 }, (_, index) => ({ variants: [{ [`Option ${index}`]: 'A' }], count: 1 }))

    const options = await count([...others, ...many])

    expect(options).toHaveLength(6)
    expect(options[0]?.values).toHaveLength(30)
    expect(options[0]?.values[0]).toEqual({ name: '10', count: 11 })
  })
})

it('bands of prices are at most five, of about equal weight, and between round amounts', async () => {
  const word = aWord()
  const prices = [2_800, 3_000, 4_400, 4_600, 4_800, 6_400, 9_500, 11_000, 21_000, 32_000]
  for (const price_cents of prices) await shop.product({ name: word, price_cents })

  expect((await facets(`keyword=${word}`)).prices).toEqual([
    { from: 25, to: 40, count: 2 },
    { from: 40, to: 50, count: 3 },
    { from: 60, to: 80, count: 1 },
    { from: 80, to: 150, count: 2 },
    { from: 200, to: 400, count: 2 },
  ])
})
