import { aStaffProduct, asStaff, DESCRIPTION, rowOf, unique } from './products.ts'
import { expect, failedLoad, test } from './shop.ts'
import { login } from './staff.ts'

test('T244 T245 T246 T247 T248 a new product is refused while something is missing, and then in the list', async ({
  page,
}) => {
  const staff = await asStaff(page)
  const name = unique('Chanderi saree')
  const category = unique('Handlooms')
  const slug = category.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  await staff.post('/api/categories', { data: { name: category, slug } })
  await page.goto('/dashboard/products/new')

  await expect(page.getByRole('switch', { name: 'On sale' })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Active' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Some fields are invalid, please try again.')).toBeVisible()
  await expect(page.getByText('Product name is not valid.')).toBeVisible()
  await expect(page.getByText('Product description is not valid.')).toBeVisible()
  await expect(page.getByText('Please choose a thumbnail.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()

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
  await page.getByLabel('Stock').fill('12')
  await page.getByRole('switch', { name: 'Active' }).click()

  const asked = page.waitForRequest(/\/api\/media\?.*size=1000/)
  await page.getByRole('button', { name: 'Choose thumbnail' }).click()
  await asked
  const picker = page.getByRole('dialog')
  await picker.getByRole('option').nth(1).click()
  await picker.getByRole('option').nth(2).click()
  await expect(picker.getByText('Selected 1')).toBeVisible()
  await picker.getByRole('button', { name: /^Use picture/ }).click()
  await page.getByRole('button', { name: 'Choose gallery pictures' }).click()
  for (const place of [1, 2, 3]) await picker.getByRole('option').nth(place).click()
  await expect(picker.getByText('Selected 3')).toBeVisible()
  await picker.getByRole('button', { name: /^Use picture/ }).click()
  await expect(page.getByRole('list', { name: 'Gallery, in its order' }).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Save', exact: true }).click()

  await expect(page.getByText('Product created successfully.')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/products')
  await expect(rowOf(page, name)).toContainText('$180.00')
})

test('T250 B10 the form of a product holds what is stored, and saves what is changed', async ({ page }) => {
  const product = await aStaffProduct(page, { onSale: true, salePrice: 80 })
  await page.goto(`/dashboard/products/edit/${product._id}`)

  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(product.name)
  await expect(page.getByLabel('Description')).toHaveValue(DESCRIPTION)
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('100')
  await expect(page.getByLabel('Sale price')).toHaveValue('80')
  await expect(page.getByLabel('Stock')).toHaveValue('20')
  await expect(page.getByLabel('Category').locator('option:checked')).toHaveText(product.category.name)
  await expect(page.getByRole('button', { name: 'Change thumbnail' })).toBeVisible()
  await expect(page.getByRole('listitem').getByRole('button', { name: /, place \d/ })).toHaveCount(3)

  await page.getByLabel('Name', { exact: true }).fill(`${product.name} in silk`)
  await page.getByLabel('Price', { exact: true }).fill('1,120.50')
  await page.getByRole('textbox', { name: 'Weight in grams' }).fill('1,250')
  await page.getByRole('textbox', { name: 'Size guide' }).fill('Measured in cm\nSize | Chest\nS | 88–94')
  await expect(page.getByRole('main').getByRole('columnheader', { name: 'Chest' })).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Product updated successfully.')).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('1120.50')
  const { data } = await (await page.request.get(`/api/products/${product._id}`)).json()
  expect(data).toMatchObject({ name: `${product.name} in silk`, price: 1120.5, salePrice: 80, stock: 20, weight: 1250 })
  expect(data.sizeGuide).toBe('Measured in cm\nSize | Chest\nS | 88–94')

  const history = page.getByRole('region', { name: 'History' }).or(page.locator('section', { hasText: 'History' }))
  await expect(history.last()).toContainText('$1,120.50')
  await page.getByRole('button', { name: 'Undo: Name, Price, Weight in grams, Size guide' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(product.name)
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('100')
  await expect(page.getByRole('textbox', { name: 'Weight in grams' })).toHaveValue('')
  await expect(history.last().getByText('Undone', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo: Name, Price, Weight in grams, Size guide' })).toHaveCount(1)
})

test.describe('a session that ends while a product is edited', () => {
  test.use({ expectedError: failedLoad(401) })

  test('keeps the typed values for the same user, who returns to the form', async ({ page }) => {
    const { _id } = await aStaffProduct(page)
    const place = `/dashboard/products/edit/${_id}`
    await page.goto(place)
    const description = `${DESCRIPTION} Typed before the session ended.`
    await page.getByLabel('Description').fill(description)
    await page.getByRole('button', { name: 'Choose gallery pictures' }).click()
    await page.getByRole('dialog').getByRole('option').nth(5).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Use picture/ })
      .click()
    const gallery = page.getByRole('list', { name: 'Gallery, in its order' }).getByRole('listitem')
    await expect(gallery.first()).toBeVisible()
    const pictures = await gallery.count()
    expect((await page.request.post('/api/auth/logout')).ok()).toBe(true)
    await page.getByRole('button', { name: 'Choose gallery pictures' }).click()

    await expect(page).toHaveURL(/\/auth\/login/)
    await login(page, 'admin@example.com', 'mela@demo1')
    await expect(page).toHaveURL(place)
    await expect(page.getByText('You have unsaved changes from')).toBeVisible()
    await page.getByRole('button', { name: 'Restore' }).click()

    await expect(page.getByLabel('Description')).toHaveValue(description)
    await expect(gallery).toHaveCount(pictures)
    await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
    await expect(page.getByText('You have unsaved changes from')).toHaveCount(0)
  })
})
