import { expect, test } from './shop.ts'
import { openAsAdmin } from './staff.ts'

test('a page is written with a picture, seen beside its text, published, read by shoppers, undone and deleted', async ({
  page,
}) => {
  const title = `Care ${Date.now().toString(36)}`
  await openAsAdmin(page, '/dashboard/pages/new')
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Text', { exact: true }).fill('Wash **cold**, says {{shop.name}}.\n\n')
  await expect(page.getByRole('region', { name: 'As it will look' })).toContainText('Wash cold, says Mela.')
  await page.getByRole('button', { name: 'Insert picture' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose a picture' })
  await picker.getByRole('option').first().click()
  await picker.getByRole('button', { name: 'Use picture' }).click()
  await expect(page.getByRole('region', { name: 'As it will look' }).getByRole('img')).toBeVisible()

  const slug = title.toLowerCase().replace(' ', '-')
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(slug)
  await page.getByRole('switch', { name: 'Published' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/pages\/edit\//)

  await page.getByLabel('Text', { exact: true }).fill('Wash warm.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Page saved.')).toBeVisible()
  expect(await (await page.request.get(`/pages/${slug}`)).text()).toContain('Wash warm.')

  await page.getByRole('button', { name: 'Undo: Text' }).click()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/^Wash \*\*cold\*\*/)
  await page.goto(`/pages/${slug}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('main').getByRole('img')).toBeVisible()

  await page.goto(`/dashboard/pages?keyword=${slug}`)
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await page.getByRole('button', { name: 'Delete page' }).click()
  await expect(page.getByText('No pages.')).toBeVisible()
  expect((await page.request.get(`/pages/${slug}`)).status()).toBe(404)
})
