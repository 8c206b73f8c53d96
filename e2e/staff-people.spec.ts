import { expectAccessible } from './axe.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './staff.ts'

test('the audit log shows actors, actions and changed fields, has filters, and restores a deleted category', async ({
  page,
}) => {
  await openAsAdmin(page, '/dashboard/categories')
  const name = `Lamps ${Date.now().toString(36)}`
  const slug = name.toLowerCase().replace(' ', '-')
  expect((await page.request.post('/api/categories', { data: { name, slug } })).status()).toBe(201)

  await page.getByRole('link', { name: 'Audit log' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Category created')
  await expect(row).toContainText('Mela Admin')
  await row.getByText('Name, Slug').click()
  await expect(row.getByRole('definition').filter({ hasText: slug })).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('What', { exact: true }).selectOption({ label: 'Login' })
  await expect(page).toHaveURL(/group=login/)
  await expect(row).toHaveCount(0)
  await expect(page.getByText('Login succeeded').first()).toBeVisible()

  await page.getByRole('link', { name: 'Clear' }).click()
  await row.getByText('Name, Slug').click()
  await row.getByRole('link', { name: 'All that happened to it' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)

  const { data: made } = await (await page.request.get(`/api/categories/slug/${slug}`)).json()
  expect((await page.request.delete(`/api/categories/${made._id}`)).status()).toBe(200)
  await page.reload()
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Category restored successfully.')).toBeVisible()
  expect((await page.request.get(`/api/categories/slug/${slug}`)).status()).toBe(200)

  await page.getByRole('button', { name: 'Days: Any time' }).click()
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await page.getByRole('button', { name: 'Show these days' }).click()
  await expect(page.getByText('Nothing found.')).toBeVisible()
})
