import { describe, expect, it } from 'vitest'
import { aWord } from '../../test/a-word.ts'
import { startShop } from '../../test/shop.ts'
import { newId } from '../platform/database/ids.ts'

const shop = startShop()

async function found(list: string, keyword: string): Promise<string[]> {
  const { data } = await shop.get(`${list}?size=100&keyword=${encodeURIComponent(keyword)}`)
  return data.map((product: { name: string }) => product.name)
}

describe('GET /products', () => {
  it('T376 T272 T273 answers the newest 8 first, and the total', async () => {
    const word = aWord()
    for (let i = 1; i <= 9; i++) await shop.product({ name: `${word} number ${i}` })

    const answer = await shop.get(`/products?keyword=${word}`)

    expect(answer).toMatchObject({ status: 200, success: true, message: expect.any(String) })
    expect(answer.meta).toEqual({ page: 1, size: 8, pageCount: 2, total: 9 })
    expect(answer.data).toHaveLength(8)
    expect(answer.data[0]).toMatchObject({ name: `${word} number 9`, _id: expect.stringMatching(/^[0-9a-f]{24}$/) })
  })

  it('T264 shows a card: prices as decimals, stock, category and pictures', async () => {
    const category = await shop.category()
    const [thumbnail, back] = [await shop.media({ alt: 'From the front' }), await shop.media()]
    const prices = { price_cents: 4850, on_sale: true, sale_price_cents: 3699 }
    const of = { category_id: category.id, thumbnail_id: thumbnail.id }
    const product = await shop.product({ name: aWord(), ...prices, stock: 7, ...of })
    const picture = { product_id: product.id, position: 0, media_id: back.id }
    await shop.db.insertInto('product_gallery').values(picture).execute()

    const { data, headers } = await shop.get(`/products?keyword=${product.name}&view=card`)

    const size = { width: 1200, height: 1200, hasAvif: false }
    expect(data).toMatchObject([
      {
        ...{ _id: product.id, slug: product.slug, name: product.name, isActive: true },
        ...{ price: 48.5, onSale: true, salePrice: 36.99, stock: 7, rating: { average: 0, count: 0 } },
        category: { _id: category.id, name: category.name, slug: category.slug },
        thumbnail: { _id: thumbnail.id, alt: 'From the front', url: `/media/${thumbnail.file}`, ...size },
        gallery: [{ _id: back.id, alt: '', url: `/media/${back.file}`, ...size }],
      },
    ])
    expect(headers['cache-tag']).toBe(`catalog product:${product.id} rating:${product.id}`)
  })

  it('B80 B81 holds active products only, for admins too', async () => {
    const word = aWord()
    await shop.product({ name: `${word} shown` })
    await shop.product({ name: `${word} hidden`, is_active: false })
    await shop.product({ name: `${word} deleted`, deleted_at: new Date() })

    const { data } = await shop.get(`/products?keyword=${word}`, await shop.admin())

    expect(data).toMatchObject([{ name: `${word} shown` }])
  })

  it('B94 answers an empty page beyond the end, and treats an invalid page as the first', async () => {
    const word = aWord()
    await shop.product({ name: word })

    const beyond = await shop.get(`/products?keyword=${word}&page=999`)

    expect(beyond).toMatchObject({ status: 200, data: [], meta: { page: 999, pageCount: 1, total: 1 } })
    for (const page of ['0', '-1', 'abc', '1.5']) {
      expect((await shop.get(`/products?keyword=${word}&page=${page}`)).meta.page).toBe(1)
    }
  })
})

describe('the keyword', () => {
  it('T376 B93 finds products whose name, description or category holds every word, in any case', async () => {
    const word = aWord()
    const category = await shop.category({ name: `Footwear ${word}` })
    const name = `Canvas Shoes ${newId()}`
    await shop.product({
      name,
      description: 'Dyed with indigo, then washed until it is soft.',
      category_id: category.id,
    })

    expect(await found('/products', `${word} SHOES`)).toEqual([name])
    expect(await found('/products', `indigo ${word}`)).toEqual([name])
    expect(await found('/products', `  ${word.toUpperCase()}   canvas `)).toEqual([name])
    expect((await shop.get(`/products?keyword=${word}+leather`)).meta).toMatchObject({ partial: word })
  })

  it('B93 finds words by their beginning and without their accents', async () => {
    const word = aWord()
    await shop.product({ name: `Café jacket ${word}` })

    expect(await found('/products', `${word.slice(0, -1)} jack`)).toHaveLength(1)
    expect(await found('/products', `${word} cafe`)).toHaveLength(1)
    expect(await found('/products', 'cket')).toHaveLength(0)
  })

  it.each(['(', '.*', '%', '_', "'", '&', '!', ':*', '\\', '<->', '?'])(
    'B93 treats %j as no word, and finds nothing',
    async keyword => {
      await shop.product()

      const answer = await shop.get(`/products?keyword=${encodeURIComponent(keyword)}`)

      expect(answer).toMatchObject({ status: 200, data: [], meta: { total: 0 } })
    },
  )
})

describe('GET /products/on-sale', () => {
  it('T377 T023 B83 holds products with a real discount, newest first, with the same parameters', async () => {
    const word = aWord()
    const sale = { on_sale: true, price_cents: 10_000 }
    await shop.product({ ...sale, name: `${word} older`, sale_price_cents: 9_000 })
    await shop.product({ ...sale, name: `${word} newer`, sale_price_cents: 1 })
    await shop.product({ ...sale, name: `${word} without a sale price`, sale_price_cents: 0 })
    await shop.product({ ...sale, name: `${word} not cheaper`, sale_price_cents: 10_000 })
    await shop.product({ ...sale, name: `${word} switched off`, sale_price_cents: 9_000, on_sale: false })
    await shop.product({ ...sale, name: `${word} hidden`, sale_price_cents: 9_000, is_active: false })

    const firstPage = await shop.get(`/products/on-sale?size=1&keyword=${word}`)

    expect(await found('/products/on-sale', word)).toEqual([`${word} newer`, `${word} older`])
    expect(firstPage.meta).toEqual({ page: 1, size: 1, pageCount: 2, total: 2 })
    const [{ _id }] = firstPage.data
    expect(firstPage.headers['cache-tag']).toBe(`catalog product:${_id} rating:${_id}`)
  })
})

describe('B139 the filter of products without a picture', () => {
  it.each([
    ['/products', {}],
    ['/products/on-sale', { on_sale: true, sale_price_cents: 100 }],
    ['/products/inactive', { is_active: false }],
  ])('B139 %s lists only products without a picture, with a keyword and without', async (list, given) => {
    const admin = await shop.admin()
    const word = aWord()
    const picture = await shop.media()
    await shop.product({ name: `${word} pictured`, thumbnail_id: picture.id, ...given })
    const bare = await shop.product({ name: `${word} bare`, thumbnail_id: null, ...given })

    const found = await shop.get(`${list}?withoutPicture=true&keyword=${word}`, admin)
    const all = await shop.get(`${list}?withoutPicture=true&size=100`, admin)
    const unfiltered = await shop.get(`${list}?keyword=${word}`, admin)

    expect(found.data.map(({ name }: { name: string }) => name)).toEqual([`${word} bare`])
    expect(found.meta.total).toBe(1)
    expect(all.data.map(({ _id }: { _id: string }) => _id)).toContain(bare.id)
    expect(all.data.every(({ thumbnail }: { thumbnail: unknown }) => thumbnail === null)).toBe(true)
    expect(unfiltered.data).toHaveLength(2)
  })
})

const cardsOf = (...ids: string[]) => shop.get(`/products/cards?ids=${ids.join(',')}`)

describe('cards', () => {
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

  it('has those of the asked-for variants that are sold, and the only one of a product without options', async () => {
    const [shirt, watch] = [await shop.product({ stock: 0 }), await shop.product()]
    const of = await shop.sizes(shirt.id, { S: 1, M: 2, L: 3 })
    await shop.db.updateTable('variants').set({ is_active: false }).where('id', '=', of.L).execute()
    const variantsOf = async (...variants: string[]) => {
      const { data } = await shop.get(`/products/cards?ids=${shirt.id},${watch.id}&variants=${variants.join(',')}`)
      return data.map(({ variants }: { variants: { options: object; stock: number }[] }) =>
        variants.map(({ options, stock }) => ({ options, stock })),
      )
    }

    const only = [{ options: {}, stock: 20 }]
    expect(await variantsOf(of.M, of.L)).toEqual([[{ options: { Size: 'M' }, stock: 2 }], only])
    expect(await variantsOf()).toEqual([[], only])
    expect((await cardsOf(shirt.id)).data[0]).not.toHaveProperty('variants')
  })

  const itemsOf = async (id: string) => {
    const lists = ['/products?size=100', '/products?size=100&view=card', `/products/cards?ids=${id}`]
    const answers = await Promise.all(lists.map(list => shop.get(list)))
    return answers.map(({ data }) => data.find(({ _id }: { _id: string }) => _id === id))
  }

  it('has the options of its product, none without a choice', async () => {
    const [{ id }, watch] = [await shop.product({ stock: 0 }), await shop.product()]
    await shop.sizes(id, { S: 1, M: 1, L: 1 })

    const options = [{ name: 'Size', values: [{ name: 'S' }, { name: 'M' }, { name: 'L' }] }]
    expect(await itemsOf(id)).toMatchObject([{ options }, { options }, { options }])
    expect(await itemsOf(watch.id)).toMatchObject([{ options: [] }, { options: [] }, { options: [] }])
  })
})
