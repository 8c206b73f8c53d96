import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { newId } from '../platform/database/ids.ts'

const shop = startShop()

/** Reviews with these ratings, each by another customer, oldest first. */
async function review(productId: string, ...ratings: number[]) {
  for (const rating of ratings) {
    const { id } = await shop.user({ first_name: 'Neha', last_name: 'Kulkarni', avatar_url: '/media/neha.webp' })
    const words = { title: 'Sits well on the shoulders', comment: 'Washed five times and it has not faded.' }
    await shop.db
      .insertInto('reviews')
      .values({ id: newId(), product_id: productId, user_id: id, rating, ...words })
      .execute()
  }
}

describe('GET /products/:id', () => {
  it('T379 T002 answers the product with its category, pictures in their order, and reviews', async () => {
    const category = await shop.category()
    const [thumbnail, toe, heel] = [await shop.media(), await shop.media(), await shop.media()]
    const product = await shop.product({ category_id: category.id, thumbnail_id: thumbnail.id })
    await shop.db
      .insertInto('product_gallery')
      .values([
        { product_id: product.id, position: 1, media_id: toe.id },
        { product_id: product.id, position: 0, media_id: heel.id },
      ])
      .execute()
    await review(product.id, 4)

    const { status, data, headers } = await shop.get(`/products/${product.id}`)

    expect(status).toBe(200)
    expect(data).toMatchObject({
      _id: product.id,
      name: product.name,
      description: product.description,
      ...{ price: 100, onSale: false, salePrice: 0, stock: 20, isActive: true, version: 1 },
      category: { _id: category.id, name: category.name, slug: category.slug },
      thumbnail: { _id: thumbnail.id },
      gallery: [{ _id: heel.id }, { _id: toe.id }],
      reviews: [{ rating: 4 }],
    })
    expect(headers['cache-tag']).toBe(
      `product:${product.id} reviews:${product.id} reviewers:${product.id} category:${category.slug}`,
    )
  })

  it('B80 hides an inactive product from everyone but admins', async () => {
    const { id } = await shop.product({ is_active: false })
    const refusal = { success: false, message: 'Product is not available.' }

    const answer = await shop.get(`/products/${id}`)

    expect(answer).toMatchObject({ status: 404, ...refusal })
    expect(answer).not.toHaveProperty('data')
    expect(await shop.get(`/products/${id}`, await shop.customer())).toMatchObject({ status: 404, ...refusal })
    expect(await shop.get(`/products/${id}`, await shop.admin())).toMatchObject({
      status: 200,
      data: { isActive: false },
    })
  })

  it('B86 B97 does not find deleted and unknown products, not even for admins', async () => {
    const deleted = await shop.product({ deleted_at: new Date() })
    const refusal = { status: 404, message: 'Product not found.' }

    expect(await shop.get(`/products/${deleted.id}`, await shop.admin())).toMatchObject(refusal)
    expect(await shop.get(`/products/${newId()}`)).toMatchObject(refusal)
  })

  it('B97 accepts ids in any case, and refuses invalid ones', async () => {
    const { id } = await shop.product()

    expect((await shop.get(`/products/${id.toUpperCase()}`)).data._id).toBe(id)
    expect((await shop.get('/products/abc')).status).toBe(400)
  })

  it('B103 answers a description in Markdown as safe HTML and as words too, and a plain one as it is', async () => {
    const description = '<img onerror=alert(1)>\n\n- **washed**\n- soft'
    const { id } = await shop.product({ description })
    const { id: plain } = await shop.product({ description: 'Line one,\nline two.' })

    const { data } = await shop.get(`/products/${id}`)

    expect(data).toMatchObject({
      description,
      formatted: {
        html: '<p>&lt;img onerror=alert(1)&gt;</p>\n<ul>\n<li><strong>washed</strong></li>\n<li>soft</li>\n</ul>\n',
        text: '<img onerror=alert(1)>\nwashed\nsoft',
      },
    })
    expect((await shop.get(`/products/${plain}`)).data.formatted).toBeUndefined()
  })

  it('B102 shows the newest 50 reviews and counts the others', async () => {
    const { id } = await shop.product()
    await review(id, 1, ...Array(50).fill(5))

    const { data } = await shop.get(`/products/${id}`)

    expect(data.reviews).toHaveLength(50)
    expect(data.reviews.some(({ rating }: { rating: number }) => rating === 1)).toBe(false)
    expect(data.rating.count).toBe(51)
  })
})

describe('GET /products/:id/reviews', () => {
  it('T384 lists the reviews, newest first', async () => {
    const { id } = await shop.product()
    await review(id, 2, 5)

    const { status, data, headers } = await shop.get(`/products/${id}/reviews`)

    expect(status).toBe(200)
    expect(data.map(({ rating }: { rating: number }) => rating)).toEqual([5, 2])
    expect(headers['cache-tag']).toBe(`product:${id} reviews:${id} reviewers:${id}`)
  })

  it('T265 shows of a reviewer only the name and the avatar', async () => {
    const { id } = await shop.product()
    await review(id, 5)

    const { data } = await shop.get(`/products/${id}/reviews`)

    expect(data).toEqual([
      {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        title: 'Sits well on the shoulders',
        rating: 5,
        comment: 'Washed five times and it has not faded.',
        createdAt: expect.stringMatching(/Z$/),
        verified: false,
        user: { name: { firstName: 'Neha', lastName: 'Kulkarni' }, avatar: { url: '/media/neha.webp' } },
      },
    ])
  })

  it('B80 hides the reviews of an inactive product', async () => {
    const { id } = await shop.product({ is_active: false })
    await review(id, 5)

    const answer = await shop.get(`/products/${id}/reviews`)

    expect(answer).toMatchObject({ status: 404, message: 'Product is not available.' })
    expect(await shop.get(`/products/${newId()}/reviews`)).toMatchObject({ status: 404, message: 'Product not found.' })
  })
})
