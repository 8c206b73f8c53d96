import type { APIRequestContext } from '@playwright/test'
import { expect, inStock, openAlive, type Page, test } from './shop.ts'

const aProduct = {
  name: 'Chanderi saree of the morning',
  description: 'Woven in Chanderi of silk and cotton, light enough for a summer wedding.',
  price: 240,
  onSale: true,
  salePrice: 180,
  stock: 12,
  isActive: true,
}

/** A picture that the demo shop does not have. */
async function upload(staff: APIRequestContext, page: Page) {
  await page.goto('/about')
  const image = { name: 'chanderi.png', mimeType: 'image/png', buffer: await page.screenshot() }
  const answer = await staff.post('/api/media', { multipart: { image } })
  expect(answer.status()).toBe(201)
  return (await answer.json()).data
}

const textOf = async (page: Page, path: string) => (await page.request.get(path)).text()

test('T350 T352 T380 T381 T382 B87 staff’s change of a product is on its pages at the very next request', async ({
  page,
  playwright,
  baseURL,
}) => {
  const staff = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  await staff.post('/api/auth/login', { data: { email: 'admin@example.com', password: 'mela@demo1' } })
  const { category } = await inStock(page)
  const { data: categories } = await (await staff.get('/api/categories')).json()
  const { _id: categoryId } = categories.find(({ slug }: { slug: string }) => slug === category.slug)
  const picture = await upload(staff, page)
  const list = `/product-category/${category.slug}`
  expect(await textOf(page, list)).not.toContain(aProduct.name)

  const created = await staff.post('/api/products', {
    data: { ...aProduct, category: categoryId, thumbnail: picture._id, gallery: [] },
  })
  const { _id, version } = (await created.json()).data
  expect(await textOf(page, list)).toContain(aProduct.name)
  await openAlive(page, `/product/${_id}`)
  await expect(page.getByRole('heading', { level: 1, name: aProduct.name })).toBeVisible()
  await expect(page.getByText('$180.00').first()).toBeVisible()
  await expect(page.locator(`img[src*="${picture.url.slice(7, 39)}"]`)).not.toHaveCount(0)

  const renamed = await staff.put(`/api/products/${_id}`, {
    data: { name: 'Maheshwari saree', salePrice: 0, version },
  })
  expect(renamed.status()).toBe(200)
  expect((await staff.delete(`/api/media/${picture._id}`)).status()).toBe(200)
  await openAlive(page, `/product/${_id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Maheshwari saree' })).toBeVisible()
  await expect(page.getByText('$240.00').first()).toBeVisible()
  await expect(page.locator(`img[src*="${picture.url.slice(7, 39)}"]`)).toHaveCount(0)
  expect((await page.request.get(picture.url)).status()).toBe(404)

  await staff.delete(`/api/products/${_id}`)
  expect(await textOf(page, list)).not.toContain('Maheshwari saree')
  expect((await page.request.get(`/product/${_id}`)).status()).toBe(404)
  await staff.dispose()
})
