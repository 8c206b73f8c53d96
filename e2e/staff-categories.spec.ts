import { expect, inStock, type Page, test } from './shop.ts'
import { enterAsAdmin, openAsAdmin } from './staff.ts'

/** A category of the test's own, created by the API. */
async function aCategory(page: Page, name: string) {
  const slug = `${name.toLowerCase()}-${Date.now().toString(36)}`
  const answer = await page.request.post('/api/categories', { data: { name: `${name} ${slug}`, slug } })
  expect(answer.status()).toBe(201)
  return (await answer.json()).data as { _id: string; name: string; slug: string }
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const removeCategory = (page: Page, id: string) => page.request.delete(`/api/categories/${id}`)

test('deleting a category asks for a category for its products, and undo restores all', async ({ page }) => {
  await enterAsAdmin(page)
  const [from, to] = [await aCategory(page, 'Belts'), await aCategory(page, 'Scarves')]
  const { _id: product, category } = await inStock(page)
  const ids = (await (await page.request.get('/api/categories')).json()).data as { _id: string; slug: string }[]
  const home = ids.find(({ slug }) => slug === category.slug)?._id ?? ''
  const move = (category: string) => page.request.put(`/api/products/${product}`, { data: { category } })
  expect((await move(from._id)).status()).toBe(200)
  await page.goto(`/product/${product}`)
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(trail.getByRole('link', { name: from.name })).toBeVisible()

  await page.goto('/dashboard/categories')
  await page.getByRole('button', { name: `Delete ${from.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${from.name}?` })
  const confirm = dialog.getByRole('button', { name: 'Delete category' })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Move 1 product to').selectOption(to.name)
  await confirm.click()

  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(rowOf(page, from.slug)).toBeHidden()
  await expect(rowOf(page, to.slug).getByRole('cell').nth(2)).toContainText('1')
  expect(new URL((await page.request.get(`/product-category/${from.slug}`)).url()).pathname).toBe(
    `/product-category/${to.slug}`,
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, from.slug)).toBeVisible()
  await page.goto(`/product/${product}`)
  await expect(trail.getByRole('link', { name: from.name })).toBeVisible()

  expect((await move(home)).status()).toBe(200)
  for (const { _id } of [from, to]) await removeCategory(page, _id)
})

test('a collection says how many products its rule has, and its page shows them', async ({ page }) => {
  await openAsAdmin(page, '/dashboard/collections')
  const { _id: product, name } = await inStock(page)
  const slug = `rare-${Date.now().toString(36)}`
  const tag = (tags: string | null) => page.request.put(`/api/products/${product}`, { data: { tags } })
  expect((await tag(`linen, ${slug}`)).status()).toBe(200)
  await page.getByRole('button', { name: 'New Collection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Collection' })

  await dialog.getByLabel('Name').fill(`Rare ${slug}`)
  await dialog.getByLabel('Slug').fill(slug)
  await dialog.getByLabel('Tag').fill(slug.toUpperCase())
  await expect(dialog.getByText('1 product at the moment')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save collection' }).click()

  await expect(rowOf(page, slug)).toContainText('1')
  await page.goto(`/collections/${slug}`)
  await expect(page.getByRole('heading', { level: 1, name: `Rare ${slug}` })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article').getByRole('link', { name })).toBeVisible()
  await tag(null)
})
