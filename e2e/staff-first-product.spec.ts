import { DESCRIPTION, unique } from './products.ts'
import { expect, type Page, test } from './shop.ts'
import { openAsAdmin } from './staff.ts'

// Playwright's recorder requests blob: previews, which only the page itself can load.
test.use({ expectedError: /Connecting to 'blob:/ })

/** Adds a category; its slug follows the name until another one is typed. */
async function addCategory(page: Page, name: string, slug: string) {
  await openAsAdmin(page, '/dashboard/categories')
  await expect(page.getByRole('columnheader')).toContainText(['Name', 'Slug', 'Products count'])
  await page.getByRole('button', { name: 'New Category' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Category' })
  await dialog.getByRole('button', { name: 'Add category' }).click()
  await expect(page.getByText('Some fields are invalid. Please check the form and try again.')).toBeVisible()

  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Name').blur()
  await expect(dialog.getByLabel('Slug')).toHaveValue(slug)
  await dialog.getByLabel('Slug').fill('my-own')
  await dialog.getByLabel('Name').blur()
  await expect(dialog.getByLabel('Slug')).toHaveValue('my-own')
  await dialog.getByLabel('Slug').fill(slug)
  await dialog.getByRole('button', { name: 'Add category' }).click()
  await expect(dialog).toBeHidden()
  const link = page.getByRole('row').filter({ hasText: slug }).getByRole('link', { name: slug })
  await expect(link).toHaveAttribute('href', `/product-category/${slug}`)
  await expect(link).toHaveAttribute('target', '_blank')
}

async function uploadPicture(page: Page, name: string) {
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Media' }).click()
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 300 } })
  await page.getByRole('button', { name: 'Upload Media' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Media' })
  await dialog.getByLabel('Choose pictures').setInputFiles({ name, mimeType: 'image/png', buffer })
  await dialog.getByRole('button', { name: /^Upload/ }).click()
  await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeAttached()
}

test('T402 T170-T172 T175 T176 T178 T180 B132 an admin adds a category, a picture and a product, which shoppers find', async ({
  page,
}) => {
  const [category, name, picture] = [unique('Handlooms'), unique('Kota saree'), `${unique('saree')}.png`]
  const slug = category.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  await addCategory(page, category, slug)
  await uploadPicture(page, picture)

  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Products' }).click()
  await page.getByRole('link', { name: 'New Product' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill(DESCRIPTION)
  await page.getByLabel('Category').selectOption(category)
  await page.getByLabel('Price', { exact: true }).fill('240')
  await page.getByRole('switch', { name: 'On sale' }).click()
  await page.getByLabel('Sale price').fill('180')
  await page.getByLabel('Stock').fill('12')
  await page.getByRole('switch', { name: 'Active' }).click()
  await page.getByRole('button', { name: 'Choose thumbnail' }).click()
  await page.getByRole('dialog').getByRole('option', { name: picture }).click()
  await page.getByRole('button', { name: /^Use picture/ }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Product created successfully.')).toBeVisible()

  for (const path of ['/', '/sale', `/product-category/${slug}`, `/search?keyword=${encodeURIComponent(name)}`]) {
    await page.goto(path)
    await expect(page.getByRole('link', { name }).first()).toBeVisible()
    await expect(page.getByText('$180.00').first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Categories' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: category }).first()).toBeVisible()
})
