import sharp from 'sharp'
import { expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { tablesOf } from '../imports/imports-fixtures.ts'
import { fetchImportedPictures } from './fetch-imported-pictures.ts'
import { UnfitAddress } from './public-address.ts'

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
