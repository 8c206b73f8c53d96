import { expect, type Listed, type Page, type Visitor } from './shop.ts'
import { enterAsAdmin } from './staff.ts'

export const DESCRIPTION = 'Woven in Chanderi of silk and cotton, light enough for a summer wedding.'

let count = 0
export const unique = (name: string) => `${name} ${Date.now()}${count++}`

/** A product of this test's own, with category and pictures of another one. */
export async function aStaffProduct(
  page: Visitor,
  given: object = {},
): Promise<Listed & { gallery: { _id: string; name: string }[] }> {
  await enterAsAdmin(page)
  const staff = page.request
  const { data } = await (await staff.get('/api/products?size=8')).json()
  const { data: media } = await (await staff.get('/api/media?size=3')).json()
  const gallery = media.map(({ _id }: { _id: string }) => _id)
  const answer = await staff.post('/api/products', {
    data: {
      name: unique('Kota saree'),
      description: DESCRIPTION,
      price: 100,
      onSale: false,
      salePrice: 0,
      stock: 20,
      isActive: true,
      category: data[0].category._id,
      thumbnail: gallery[0],
      gallery,
      ...given,
    },
  })
  expect(answer.status()).toBe(201)
  return (await answer.json()).data
}

/** A picture that is new to the library: a screenshot of the page. */
export async function aPicture(page: Page, name: string) {
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 300 } })
  return { name, mimeType: 'image/png', buffer }
}

/** The row of a product in a list of staff. */
export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
