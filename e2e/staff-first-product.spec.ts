import { expectAccessible } from './axe.ts'
import { aPicture, DESCRIPTION, rowOf, unique } from './products.ts'
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
  await expectAccessible(page)

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
  await page.getByRole('button', { name: 'Upload Media' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Media' })
  await dialog.getByLabel('Choose pictures').setInputFiles(await aPicture(page, name))
  await dialog.getByRole('button', { name: /^Upload/ }).click()
  await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeAttached()
}

/** Sends the empty form of a product, then fills it in. */
async function fillIn(page: Page, name: string, category: string) {
  await expect(page.getByRole('switch', { name: 'On sale' })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Active' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Some fields are invalid, please try again.')).toBeVisible()
  await expect(page.getByText('Product description is not valid.')).toBeVisible()
  await expect(page.getByText('Please choose a thumbnail.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expectAccessible(page)

  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill(DESCRIPTION)
  await page.getByLabel('Category').selectOption(category)
  await page.getByLabel('Price', { exact: true }).fill('240')
  await page.getByRole('switch', { name: 'On sale' }).click()
  await page.getByLabel('Sale price').fill('200')
  await page.getByRole('switch', { name: 'On sale' }).click()
  await expect(page.getByLabel('Sale price')).toHaveCount(0)
  await page.getByRole('switch', { name: 'On sale' }).click()
  await expect(page.getByLabel('Sale price')).toHaveValue('0')
  await page.getByLabel('Sale price').fill('180')
  await page.getByLabel('Stock', { exact: true }).fill('12')
  await page.getByRole('switch', { name: 'Active' }).click()
}

/** Chooses one thumbnail, and three pictures for the gallery. */
async function choosePictures(page: Page, picture: string) {
  const picker = page.getByRole('dialog')
  const asked = page.waitForRequest(/\/api\/media\?.*size=1000/)
  await page.getByRole('button', { name: 'Choose thumbnail' }).click()
  await asked
  await picker.getByRole('option').nth(2).click()
  await picker.getByRole('option', { name: picture }).click()
  await expect(picker.getByText('Selected 1')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Use picture/ }).click()
  await page.getByRole('button', { name: 'Choose gallery pictures' }).click()
  for (const place of [1, 2, 3]) await picker.getByRole('option').nth(place).click()
  await expect(picker.getByText('Selected 3')).toBeVisible()
  await picker.getByRole('button', { name: /^Use picture/ }).click()
  await expect(page.getByRole('list', { name: 'Gallery, in its order' }).getByRole('listitem')).toHaveCount(3)
}

test('T402 T170-T172 T175 T176 T178 T180 T244-T248 B10 B132 an admin adds a category, a picture and a product', async ({
  page,
}) => {
  const [category, name, picture] = [unique('Handlooms'), unique('Kota saree'), `${unique('saree')}.png`]
  const slug = category.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  await addCategory(page, category, slug)
  await uploadPicture(page, picture)

  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Products' }).click()
  await page.getByRole('link', { name: 'New Product' }).click()
  await fillIn(page, name, category)
  await choosePictures(page, picture)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Product created successfully.')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/products')
  await expect(rowOf(page, name)).toContainText('$180.00')

  for (const path of ['/', '/sale', `/product-category/${slug}`, `/search?keyword=${encodeURIComponent(name)}`]) {
    await page.goto(path)
    await expect(page.getByRole('link', { name }).first()).toBeVisible()
    await expect(page.getByText('$180.00').first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Categories' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: category }).first()).toBeVisible()
})
