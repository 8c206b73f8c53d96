import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { fetchImportedPictures } from './fetch-imported-pictures.ts'
import { UnfitAddress } from './fetch-picture.ts'
import { tablesOf } from './imports-fixtures.ts'

const shop = startShop()
const { check, run } = tablesOf(shop)

const pictureOf = (background: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer()

const FILE = `Handle,Title,Type,Option1 Name,Option1 Value,Variant Price,Image Src,Image Alt Text,Variant Image
shawl,Shawl,Hats,Colour,Red,5,https://shop.test/front.png,A red shawl,
shawl,,,,Blue,5,https://shop.test/missing.png,,https://shop.test/blue.png`

it('B139 fetches pictures after the import, says which failed, and fetches these again', async () => {
  const admin = await shop.admin()
  const { data } = await check(FILE, admin)
  await run(data._id, admin)
  const { files, pictures } = shop.app
  const online = new Map([
    ['https://shop.test/front.png', await pictureOf('red')],
    ['https://shop.test/blue.png', await pictureOf('blue')],
  ])
  const fetch = async (address: string) => {
    const bytes = online.get(address)
    if (!bytes) throw new UnfitAddress('The server answers 404.')
    return bytes
  }
  const tools = { db: shop.db, files, pictures, fetch }
  const show = async () => (await shop.get(`/imports/${data._id}`, admin)).data.pictures
  expect(await show()).toEqual({ waiting: 3, done: 0, failed: 0 })

  await fetchImportedPictures(tools, data._id)
  const failed = await shop.get(`/imports/${data._id}/failed-pictures`, admin)
  const counted = await show()
  online.set('https://shop.test/missing.png', await pictureOf('green'))
  await shop.post(`/imports/${data._id}/retry-pictures`, undefined, admin)
  await fetchImportedPictures(tools, data._id)

  expect(counted).toEqual({ waiting: 0, done: 2, failed: 1 })
  expect(failed.data).toMatchObject([
    { name: 'Shawl', address: 'https://shop.test/missing.png', reason: 'The server answers 404.' },
  ])
  expect(await show()).toEqual({ waiting: 0, done: 3, failed: 0 })
  const [row] = (await shop.get(`/imports/${data._id}/rows`, admin)).data
  const { data: product } = await shop.get(`/products/${row.product}`, admin)
  expect(product.thumbnail.name).toBe('A red shawl')
  expect(product.gallery).toHaveLength(2)
  expect(product.variants.map(({ media }: { media: { name: string } | null }) => media?.name)).toEqual([
    undefined,
    'blue.png',
  ])
  expect((await check(FILE, admin)).data.rows).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
})

/** An import of one product with this many addresses, at https://slow.test/<handle>/<number>.png. */
async function importMany(handle: string, count: number) {
  const admin = await shop.admin()
  const src = (n: number) => `https://slow.test/${handle}/${n}.png`
  const more = Array.from({ length: count - 1 }, (_, n) => `${handle},,,,${src(n + 2)}`)
  const head = 'Handle,Title,Type,Variant Price,Image Src'
  const { data } = await check([head, `${handle},${handle},Hats,5,${src(1)}`, ...more].join('\n'), admin)
  await run(data._id, admin)
  await sql`delete from pgboss.job where name = 'imported-pictures'`.execute(shop.db)
  return { id: data._id, admin, pictures: async () => (await shop.get(`/imports/${data._id}`, admin)).data.pictures }
}

const jobsOf = async (id: string) =>
  (await sql`select id from pgboss.job where name = 'imported-pictures' and data->>'import' = ${id}`.execute(shop.db))
    .rows.length

it('B139 starts no picture of a product after the slice, never more than 4 at once, and leaves the rest to a job', async () => {
  const { id, admin, pictures } = await importMany('shawl-of-many', 12)
  const bytes = await pictureOf('purple')
  const slice = new AbortController()
  const started: string[] = []
  let running = 0
  let most = 0
  const fetch = async (address: string) => {
    most = Math.max(most, ++running)
    if (started.push(address) === 6) slice.abort()
    await new Promise(setImmediate)
    running -= 1
    return bytes
  }
  const tools = { db: shop.db, files: shop.app.files, pictures: shop.app.pictures, fetch }

  await fetchImportedPictures({ ...tools, slice: slice.signal }, id)
  const [first, waiting, jobs] = [started.length, await pictures(), await jobsOf(id)]
  await fetchImportedPictures(tools, id)

  expect([first, running, waiting, jobs]).toEqual([6, 0, { waiting: 12, done: 0, failed: 0 }, 1])
  expect(most).toBe(4)
  expect(started).toHaveLength(12)
  expect(new Set(started).size).toBe(12)
  expect(await pictures()).toEqual({ waiting: 0, done: 12, failed: 0 })
  const [row] = (await shop.get(`/imports/${id}/rows`, admin)).data
  const { data: product } = await shop.get(`/products/${row.product}`, admin)
  const names = [product.thumbnail, ...product.gallery].map(({ name }: { name: string }) => name)
  expect(names).toEqual(Array.from({ length: 12 }, (_, n) => `${n + 1}.png`))
})
