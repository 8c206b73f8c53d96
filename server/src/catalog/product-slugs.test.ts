import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { staffOf } from './products-fixtures.ts'

const shop = startShop()
const { aProduct, put } = staffOf(shop)

const admin = shop.anAdmin()

const add = async (given: object) => shop.post('/products', { ...(await aProduct()), ...given }, admin)
const added = async (given: object) => (await add(given)).data
const bySlug = (slug: string) => shop.get(`/products/slug/${slug}`)

describe('B145 the address of a new product', () => {
  it.each([
    ['Crème brûlée torch', 'creme-brulee-torch'],
    ['Обувь для дома', 'obuv-dlya-doma'],
    ['Linen & Silk (2 pieces)', 'linen-silk-2-pieces'],
  ])('is made from its name: %s', async (name, slug) => {
    expect(await added({ name })).toMatchObject({ slug })
  })

  it('is the end of its id when the name has no letter', async () => {
    const { _id, slug } = await added({ name: '👟👟👟👟👟' })

    expect(slug).toBe(`product-${_id.slice(-6)}`)
  })

  it('is numbered when products of one name are added at once', async () => {
    const input = await aProduct({ name: 'Added at once' })

    const answers = await Promise.all(Array.from({ length: 6 }, () => shop.post('/products', input, admin)))

    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect(answers.map(({ data }) => data.slug).sort()).toEqual([
      'added-at-once',
      ...[2, 3, 4, 5, 6].map(number => `added-at-once-${number}`),
    ])
  })

  it('is the one that is sent, which is refused when another product has or had it', async () => {
    const { _id } = await added({ slug: 'Chosen-Address' })
    await put(_id, { slug: 'another-address' }, admin)

    expect(await bySlug('another-address')).toMatchObject({ data: { _id, slug: 'another-address' } })
    for (const slug of ['chosen-address', 'another-address'])
      expect(await add({ slug })).toMatchObject({
        status: 400,
        errors: { slug: 'Another product has or had this address.' },
      })
  })

  it.each(['a--b', 'shoes!', 'a/b', 'часы', '-', `${'a'.repeat(256)}`])('is refused as %s', async slug => {
    expect(await add({ slug })).toMatchObject({
      status: 400,
      errors: { slug: expect.stringMatching(/^Use small letters from a to z/) },
    })
  })

  it('can be that of a deleted product, which gets another one when it is restored', async () => {
    const first = await added({ name: 'Deleted and restored' })
    await shop.call('DELETE', `/products/${first._id}`, { as: admin })
    const second = await added({ name: 'Deleted and restored' })
    expect(second.slug).toBe('deleted-and-restored')

    await shop.post('/products/bulk', { action: 'restore', ids: [first._id] }, admin)

    expect((await shop.get(`/products/${first._id}`)).data.slug).toBe('deleted-and-restored-2')
    expect((await bySlug('deleted-and-restored')).data._id).toBe(second._id)
  })
})

describe('B145 the address of a product', () => {
  it('leads on from each former one, and can be one of them again', async () => {
    const { _id, slug } = await added({ name: 'Moving on' })
    for (const given of ['moved-once', 'moved-twice']) await put(_id, { slug: given }, admin)

    for (const any of [slug, 'moved-once', 'moved-twice'])
      expect((await bySlug(any)).data).toMatchObject({ _id, slug: 'moved-twice' })
    expect((await put(_id, { slug }, admin)).data.slug).toBe('moving-on')
    expect((await bySlug('moved-twice')).data.slug).toBe('moving-on')
  })
})
