import { anAddress } from '../server/test/an-address.ts'
import { aStaffProduct, asStaff, DESCRIPTION, rowOf, unique } from './products.ts'
import { expect, failedLoad, test } from './shop.ts'
import { login } from './staff.ts'

test('a product’s form links to its list, asks before it is left with changes, and is duplicated as a draft', async ({
  page,
}) => {
  const { _id, name } = await aStaffProduct(page)
  const form = `/dashboard/products/edit/${_id}`
  const typed = page.getByLabel('Name', { exact: true })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.goto(form)

  await test.step('it has its name and links to the list that contains the product', async () => {
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(name))
    await page.getByRole('link', { name: 'Active products' }).click()
    await expect(page).toHaveURL('/dashboard/products')
    await expect(page.getByRole('navigation', { name: 'Products' }).locator('[aria-current=page]')).toHaveText('Active')
  })

  await test.step('with changes it is not left without a question', async () => {
    await rowOf(page, name)
      .getByRole('link', { name: `Edit ${name}` })
      .click()
    await expect(page).toHaveURL(form)
    await typed.fill('Half a thought')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(typed).toHaveValue('Half a thought')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page).toHaveURL('/dashboard/products')
    await expect(rowOf(page, name)).toBeVisible()
  })

  await test.step('a copy is not left for an empty form without a question, and is saved as a draft', async () => {
    await rowOf(page, name)
      .getByRole('link', { name: `Edit ${name}` })
      .click()
    await page.getByRole('link', { name: 'Duplicate' }).click()
    await expect(page).toHaveURL(`/dashboard/products/new?from=${_id}`)
    await expect(typed).toHaveValue(`${name} (copy)`)
    await typed.fill(`${name} (second)`)
    await typed.blur()
    await page.keyboard.press('n')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    // While the dialog closes, no element behind it can take the focus, and fill() writes to the focused element.
    await expect(question).toBeHidden()
    await typed.fill(`${name} (copy)`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page).toHaveURL('/dashboard/products/inactive')
    await expect(rowOf(page, `${name} (copy)`)).toBeVisible()
  })
})

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

test('the form of a product with options is shown once their code is there, so that nothing below it moves', async ({
  page,
}) => {
  const { _id } = await aStaffProduct(page, {
    options: [{ name: 'Size', values: [{ name: 'S' }, { name: 'M' }] }],
    variants: [{ options: { Size: 'S' }, stock: 2 }, { options: { Size: 'M' } }],
    stock: 2,
  })
  const code = Promise.withResolvers<void>()
  await page.route(/variant-section/, async route => {
    await code.promise
    await route.continue()
  })

  const asked = page.waitForRequest(/variant-section/)
  await page.goto(`/dashboard/products/edit/${_id}`)
  await asked
  await expect(page.getByRole('heading', { name: 'Stock movements' })).toBeHidden()
  code.resolve()

  await expect(page.getByRole('heading', { name: 'Stock movements' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Variants' })).toBeVisible()
  await page.goto('/dashboard/home')
  expect((await page.request.delete(`/api/products/${_id}`)).status()).toBe(200)
})

test('pictures of a gallery are reordered by keyboard, and announced', async ({ page }) => {
  const { _id, gallery } = await aStaffProduct(page)
  await page.goto(`/dashboard/products/edit/${_id}`)
  const places = page.getByRole('list', { name: 'Gallery, in its order' }).getByRole('button', { name: /, place/ })

  await places.first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(/is held over place 2 of 3\./)).toBeAttached()
  await page.keyboard.press('Space')
  await expect(places.nth(1)).toHaveAccessibleName(`${gallery[0]?.name}, place 2`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Product updated successfully.')).toBeVisible()

  const { data } = await (await page.request.get(`/api/products/${_id}`)).json()
  const order = data.gallery.map((picture: { _id: string }) => picture._id)
  expect(order).toEqual([gallery[1]?._id, gallery[0]?._id, gallery[2]?._id])
})

test.describe('two admins editing one product', () => {
  test.use({ expectedError: failedLoad(409) })

  test('B92 the second save shows what has changed, and keeps typed values and the difference of a stock', async ({
    page,
  }) => {
    const { _id, name } = await aStaffProduct(page)
    await page.goto(`/dashboard/products/edit/${_id}`)
    await page.getByLabel('Name', { exact: true }).fill(`${name}, mine`)
    await page.getByLabel('Stock').fill('30')
    const sale = { products: [{ product: _id, quantity: 3 }], shippingAddress: anAddress() }
    expect((await page.request.post('/api/orders', { data: sale })).status()).toBe(201)
    await page.request.put(`/api/products/${_id}`, { data: { price: 150, description: `${DESCRIPTION} Theirs.` } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()

    await expect(page.getByText('This item was changed by someone else. Please reload.')).toBeVisible()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('$150.00')
    await expect(dialog).toContainText('You typed 30, which becomes 27.')
    await dialog.getByRole('button', { name: 'Reload and keep what I typed' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`${name}, mine`)
    await expect(page.getByLabel('Price', { exact: true })).toHaveValue('150')
    await expect(page.getByLabel('Stock')).toHaveValue('27')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Product updated successfully.')).toBeVisible()

    const { data } = await (await page.request.get(`/api/products/${_id}`)).json()
    expect(data).toMatchObject({
      ...{ name: `${name}, mine`, price: 150, stock: 27 },
      description: `${DESCRIPTION} Theirs.`,
    })
  })
})

test('T248 B139 the error of a new product without a thumbnail is in view at 1440 and 390 px', async ({ page }) => {
  const staff = await asStaff(page)
  const name = unique('Handlooms')
  await staff.post('/api/categories', { data: { name, slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-') } })
  await page.goto('/dashboard/products/new')
  await page.getByLabel('Name', { exact: true }).fill('Chanderi saree')
  await page.getByLabel('Description').fill(DESCRIPTION)
  await page.getByLabel('Category').selectOption(name)
  await page.getByLabel('Price', { exact: true }).fill('240')
  await page.getByLabel('Stock').fill('7')
  const message = page.getByText('Please choose a thumbnail.')
  const isUncovered = () =>
    message.evaluate(one => {
      const { left, top, width, height } = one.getBoundingClientRect()
      return one === document.elementFromPoint(left + width / 2, top + height / 2)
    })
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.getByRole('button', { name: 'Save', exact: true }).click()

    await expect(page.getByText('Some fields are invalid, please try again.')).toBeVisible()
    await expect.poll(isUncovered, `at ${size.width} px`).toBe(true)
  }
})

test.describe('a session that ends while a product is edited', () => {
  test.use({ expectedError: failedLoad(401) })

  for (const path of ['/dashboard/products/new', 'edit'] as const) {
    test(`keeps the typed values for the same user, who returns to ${path}`, async ({ page }) => {
      const { _id } = await aStaffProduct(page)
      const place = path === 'edit' ? `/dashboard/products/edit/${_id}` : path
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
  }
})

test('a product in a tab that the browser discards can be restored, and not again once it is saved', async ({
  page,
}) => {
  const { _id } = await aStaffProduct(page)
  await page.goto(`/dashboard/products/edit/${_id}`)
  const description = `${DESCRIPTION} Typed before the tab was discarded.`
  const typed = page.getByRole('textbox', { name: 'Description' })
  await typed.fill(description)
  page.once('dialog', dialog => dialog.accept())
  await page.reload()

  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(typed).toHaveValue(description)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Product updated successfully.')).toBeVisible()
  await page.reload()

  await expect(typed).toHaveValue(description)
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)
})
