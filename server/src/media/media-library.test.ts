import { randomFillSync } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { tagsDroppedBy } from '../../test/dropped-tags.ts'
import { type Person, startShop } from '../../test/shop.ts'
import { staffOf } from '../catalog/products-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { makeAvifs } from './avif-queue.ts'
import { storePicture } from './media-library.ts'

const shop = startShop()
const { aProduct, put, auditEventsOn } = staffOf(shop)

const admin = shop.anAdmin()

/** A picture of one colour; equal ones are equal files. */
const picture = (background: string) =>
  sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer()

async function upload(bytes: Buffer | string, name = 'picture.png', as: Person | undefined = admin, query = '') {
  const form = new FormData()
  form.append('image', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/api/media${query}`,
    payload: form,
    headers: as ? { cookie: as.cookie } : {},
  })
  return { status: answer.statusCode, ...answer.json() }
}

const remove = (id: string) => shop.call('DELETE', `/media/${id}`, { as: admin })
const idsOf = ({ data }: { data: { _id: string }[] }) => data.map(({ _id }) => _id)
const statusOf = async (url: string) => (await shop.app.inject(url)).statusCode

describe('GET /media', () => {
  it('T346 lists the library newest first, 8 at a time', async () => {
    const first = await shop.media()
    for (let n = 0; n < 8; n++) await shop.media()

    const page = await shop.get('/media', admin)
    const next = await shop.get('/media?page=2', admin)

    expect(page.data).toHaveLength(8)
    expect(page.meta).toMatchObject({ page: 1, size: 8 })
    expect(idsOf(next)[0]).toBe(first.id)
    expect((await shop.get('/media?size=1000', admin)).meta.size).toBe(1000)
    expect((await shop.get('/media?size=5000', admin)).meta.size).toBe(1000)
  })

  it('T347 B93 finds pictures by parts of their name', async () => {
    const { id } = await shop.media({ name: 'Banarasi-Saree_50%.JPG' })
    const found = async (keyword: string) =>
      idsOf(await shop.get(`/media?keyword=${encodeURIComponent(keyword)}`, admin))

    for (const keyword of ['saree', 'SAREE banar', '_50%', '.jpg']) expect(await found(keyword)).toEqual([id])
    for (const keyword of ['saree silk', 'sar_e', '(']) expect(await found(keyword)).toEqual([])
  })

  it('B87 counts the products that would lose a picture, each once, and names categories, pages and settings', async () => {
    const { id } = await shop.media()
    const product = await aProduct({ thumbnail: id, gallery: [id] })
    await shop.post('/products', product, admin)
    await shop.post('/products', { ...product, thumbnail: (await shop.media()).id }, admin)
    const deleted = await shop.post('/products', product, admin)
    await shop.call('DELETE', `/products/${deleted.data._id}`, { as: admin })

    const { data } = await shop.get('/media?size=1000', admin)

    expect(data.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({ usedBy: 2 })
    await shop.changeSettings({ look: { logo: id } }, admin)
    const { url } = (await shop.get(`/media/${id}`)).data
    await shop.post('/pages', { title: 'Care', slug: 'care', body: `![A shirt](${url})` }, admin)
    const category = await shop.category({ picture_id: id })
    const known = (await shop.get('/media?size=1000', admin)).data
    expect(known.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({
      ...{ categories: [category.name], pages: ['Care'], isOfShop: true },
    })
    const uses = await shop.get(`/media/${id}/products`, admin)
    expect(uses.data).toHaveLength(2)
    expect(uses.data[0]).toMatchObject({ name: product.name, isActive: true })
    expect((await shop.get(`/media/${newId()}/products`, admin)).data).toEqual([])
  })
})

describe('GET /media/gallery and /media/:id', () => {
  it('T348 B89 answers pictures in the requested order, to visitors too', async () => {
    const [a, b] = [await shop.media(), await shop.media()]
    const gallery = (ids: string) => shop.get(`/media/gallery?gallery=${ids}`)

    expect(idsOf(await gallery(`${b.id},${newId()},${a.id.toUpperCase()},${b.id}`))).toEqual([b.id, a.id])
    expect(await gallery('')).toMatchObject({ status: 200, data: [] })
    expect(await shop.get('/media/gallery')).toMatchObject({ status: 200, data: [] })
    expect(await gallery(`${a.id},x`)).toMatchObject({ status: 400 })
    expect((await gallery(Array.from({ length: 101 }, newId).join(','))).status).toBe(400)
  })

  it('T349 T264 B106 answers one picture to visitors', async () => {
    const { id, name, file } = await shop.media()

    expect((await shop.get(`/media/${id}`)).data).toMatchObject({ _id: id, name, url: `/media/${file}` })
    expect(await shop.get(`/media/${newId()}`)).toMatchObject({ status: 404, message: 'Media not found.' })
    expect(await shop.get('/media/abc')).toMatchObject({ status: 400 })
  })
})

describe('POST /media', () => {
  it('keeps the colours of a large picture that is half transparent', async () => {
    const background = { r: 120, g: 30, b: 60, alpha: 0.4 }
    const bytes = await sharp({ create: { width: 1600, height: 1600, channels: 4, background } })
      .png()
      .toBuffer()
    const { data } = await upload(bytes)

    const { rawPayload } = await shop.app.inject(data.url)
    const [red = 0, green = 0, blue = 0] = await sharp(rawPayload).raw().toBuffer()

    for (const [shown, given] of [[red, 120] as const, [green, 30] as const, [blue, 60] as const])
      expect(Math.abs(shown - given)).toBeLessThan(6)
  })

  it('T350 stores a picture, under the name of its file', async () => {
    const answer = await upload(await picture('teal'), 'Teal saree.png')

    expect(answer).toMatchObject({
      status: 201,
      message: 'Media uploaded successfully.',
      data: { name: 'Teal saree.png', width: 30, height: 20, hasAvif: false },
    })
    const { statusCode, headers } = await shop.app.inject(answer.data.url)
    expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'image/webp' })
    expect(idsOf(await shop.get('/media', admin))[0]).toBe(answer.data._id)
    expect(await auditEventsOn(`media:${answer.data._id}`)).toMatchObject([
      { actor: admin.id, action: 'media.uploaded', after: { name: 'Teal saree.png' } },
    ])
  })

  it('T351 T306 B88 refuses a file that is no picture, and a form without one', async () => {
    const message = 'Only jpeg, jpg, png and webp images are allowed.'

    expect(await upload('just text', 'picture.png')).toMatchObject({ status: 400, message })
    expect(await upload('<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.png')).toMatchObject({ status: 400, message })
    expect(await upload('')).toMatchObject({ status: 400, message: 'Please select a file to upload.' })
    expect(await shop.post('/media', {}, admin)).toMatchObject({ status: 400 })
  })

  it('takes a picture of 6 MB', async () => {
    const noise = randomFillSync(Buffer.alloc(3000 * 2500 * 3))
    const bytes = await sharp(noise, { raw: { width: 3000, height: 2500, channels: 3 } })
      .jpeg({ quality: 90 })
      .toBuffer()

    expect(bytes.length).toBeGreaterThan(6_000_000)
    expect(await upload(bytes, 'phone.jpg')).toMatchObject({ status: 201, data: { width: 1200, height: 1000 } })
    const tooLarge = Buffer.concat([bytes, Buffer.alloc(20_000_000)])
    const message = 'Images of more than 20 MB are not allowed.'
    expect(await upload(tooLarge)).toMatchObject({ status: 413, message })
  })
})

describe('DELETE /media/:id', () => {
  it('T352 B87 removes the picture and all its files', async () => {
    await makeAvifs(shop.db, shop.app.files)
    const before = await readdir(shop.app.files.folder)
    const { data } = await upload(await picture('crimson'))
    await makeAvifs(shop.db, shop.app.files)
    expect(await statusOf(data.url)).toBe(200)

    const answer = await remove(data._id)

    expect(answer).toMatchObject({ status: 200, message: 'Media deleted successfully.', data: null })
    expect(await shop.get(`/media/${data._id}`)).toMatchObject({ status: 404 })
    expect(await statusOf(data.url)).toBe(404)
    expect(await readdir(shop.app.files.folder)).toEqual(before)
    expect(await remove(data._id)).toMatchObject({ status: 404, message: 'Media not found.' })
  })

  it('B87 keeps the files as long as an equal picture shows them', async () => {
    const bytes = await picture('indigo')
    const [first, second] = [(await upload(bytes)).data, (await upload(bytes)).data]

    await remove(first._id)
    expect(await statusOf(second.url)).toBe(200)
    await remove(second._id)
    expect(await statusOf(second.url)).toBe(404)
  })

  it('B87 B139 takes it from galleries and thumbnails, invalidates every page, and audits the products', async () => {
    const { id } = await shop.media()
    const other = await shop.media()
    const shown = (await shop.post('/products', await aProduct({ thumbnail: id, gallery: [other.id, id] }), admin)).data
    const inGallery = (await shop.post('/products', await aProduct({ thumbnail: other.id, gallery: [id] }), admin)).data

    const dropped = await tagsDroppedBy(() => remove(id))

    expect(dropped).toEqual(['catalog', `product:${shown._id}`, `product:${inGallery._id}`])
    expect((await shop.get(`/products/${shown._id}`)).data).toMatchObject({
      thumbnail: null,
      gallery: [{ _id: other.id }],
      version: 2,
    })
    expect((await shop.get(`/products/${inGallery._id}`)).data).toMatchObject({
      thumbnail: { _id: other.id },
      gallery: [],
    })
    expect(await auditEventsOn(`media:${id}`)).toMatchObject([
      { actor: admin.id, action: 'media.deleted', before: { products: [shown._id, inGallery._id] } },
    ])
    expect(await put(shown._id, { price: 50, salePrice: 0 }, admin)).toMatchObject({ status: 200 })
    expect(await put(shown._id, { thumbnail: other.id }, admin)).toMatchObject({ status: 200 })
  })

  it('B87 B90 leaves no product with a picture that is deleted while the product is saved', async () => {
    for (let round = 0; round < 8; round++) {
      const pictures = [await shop.media(), await shop.media()].map(({ id }) => id)
      const products = [(await shop.post('/products', await aProduct(), admin)).data._id as string]
      products.push((await shop.post('/products', await aProduct(), admin)).data._id)

      const answers = await Promise.all([
        ...products.flatMap(id => [
          put(id, { thumbnail: pictures[0], gallery: pictures }, admin),
          put(id, { gallery: pictures.toReversed() }, admin),
        ]),
        ...pictures.map(remove),
      ])

      expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([])
      for (const id of products) {
        const { thumbnail, gallery } = (await shop.get(`/products/${id}`)).data
        expect(pictures).not.toContain(thumbnail?._id)
        expect(idsOf({ data: gallery }).filter(id => pictures.includes(id))).toEqual([])
      }
    }
  })

  it('B87 keeps the files of a picture that is uploaded while an equal one is deleted', async () => {
    const bytes = await picture('olive')
    let { data: last } = await upload(bytes)
    for (let round = 0; round < 8; round++) {
      const [next] = await Promise.all([upload(bytes), remove(last._id)])
      expect(await statusOf(next.data.url)).toBe(200)
      last = next.data
    }
  })
})

describe('GET /media/<file>', () => {
  it('B88 serves a picture as cacheable and with its content type', async () => {
    const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const { url } = await storePicture(shop.db, shop.app, { bytes, name: 'teal.png', alt: '', actor: null })

    const { statusCode, headers } = await shop.app.inject(url)

    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })

  it.each([`${'0'.repeat(32)}-1200.webp`, 'notes.txt', '.draft', ''])('answers a plain 404 for %j', async file => {
    await shop.app.files.write('notes.txt', Buffer.from('Not public.'))

    const { statusCode, headers, body } = await shop.app.inject(`/media/${file}`)

    expect({ statusCode, body }).toEqual({ statusCode: 404, body: 'Not found.' })
    expect(headers).toMatchObject({ 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' })
    expect(headers).not.toHaveProperty('cache-control')
  })

  it.each(['%2e%2e%2fnotes.txt', '..%5cnotes.txt', '%2e%2e/notes.txt', '%00'])(
    'never leaves its folder: %s',
    async file => {
      await shop.app.files.write(join('..', 'notes.txt'), Buffer.from('Not public.'))

      const { statusCode, body } = await shop.app.inject(`/media/${file}`)

      expect([403, 404]).toContain(statusCode)
      expect(body).not.toContain('Not public.')
    },
  )
})
