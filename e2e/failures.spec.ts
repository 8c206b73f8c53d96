import { addAddress, addToCart, expect, failedLoad, inStock, openAlive, register, test } from './shop.ts'

// The last is what React and its router log about the crash that one test provokes.
test.use({ expectedError: new RegExp(`${failedLoad(500).source}|is not iterable|caught the following error`) })

test('T022 a section of home that fails shows an error, and the others are shown', async ({ page }) => {
  await openAlive(page, '/about')
  await page.route('**/api/products/on-sale*', route => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('banner').getByRole('link', { name: 'Mela, home' }).click()

  await expect(page.getByRole('region', { name: 'On sale' })).toContainText('Something went wrong...')
  await expect(page.getByRole('region', { name: 'Recommended' }).getByRole('article')).toHaveCount(8)
  await page.unroute('**/api/products/on-sale*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'On sale' }).getByRole('article')).toHaveCount(8)
})

test('T022 shows the sentence of the server where there is one', async ({ page }) => {
  await openAlive(page, '/about')
  await page.route('**/api/products/on-sale*', route =>
    route.fulfill({ status: 500, json: { success: false, message: 'The shelves are being dusted.' } }),
  )
  await page.getByRole('banner').getByRole('link', { name: 'Mela, home' }).click()

  await expect(page.getByRole('region', { name: 'On sale' })).toContainText('The shelves are being dusted.')
})

test('T058 a search that fails asks to reload the page', async ({ page }) => {
  await openAlive(page, '/')
  await page.route('**/api/products?*', route => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('banner').getByLabel('Search products').fill('kurta')
  await page.getByRole('banner').getByLabel('Search products').press('Enter')

  await expect(page.getByText('Error: Something went wrong, please try reloading the page.')).toBeVisible()
})

test.describe('a browser without a network', () => {
  test.use({ expectedError: /net::ERR_INTERNET_DISCONNECTED|Failed to fetch/ })

  test('shows an error at once on placing an order, and the order is not placed later', async ({ page, context }) => {
    await register(page)
    await addToCart(page, await inStock(page))
    await page.goto('/account/shipping')
    await page.getByRole('button', { name: 'Add address' }).click()
    await addAddress(page)
    await page.getByRole('button', { name: 'CONTINUE' }).click()
    await expect(page).toHaveURL('/account/checkout')
    const pay = page.getByRole('button', { name: /^Pay/ })
    await expect(pay).toBeEnabled()

    await context.setOffline(true)
    await pay.click()
    await expect(page.getByText('Something went wrong, please try again later...')).toBeVisible()
    await context.setOffline(false)

    await expect(pay).toBeEnabled()
    expect((await (await page.request.get('/api/orders/current-user')).json()).data).toEqual([])
    await expect(page).toHaveURL('/account/checkout')
  })
})

test.describe('a page that is first used without a network', () => {
  test.use({ expectedError: /net::ERR_INTERNET_DISCONNECTED/ })

  test('shows its messages once the network is back', async ({ page, context }) => {
    const product = await inStock(page)
    await openAlive(page, `/product/${product._id}`)
    const add = page.getByRole('button', { name: 'Add to cart' }).first()

    await context.setOffline(true)
    await page.getByRole('heading', { level: 1 }).click()
    await add.click()
    await context.setOffline(false)

    await expect(page.getByText('Product added to cart successfully')).toBeVisible()
  })
})

test.describe('a script that cannot be fetched', () => {
  test.use({ expectedError: /net::ERR_FAILED/ })

  test('leaves the page usable: search works without suggestions, the menu asks to reload', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openAlive(page, '/')
    await page.route(/assets\/(search-suggestions|slide-in-menu)-/, route => route.abort())

    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByText('Something went wrong, please try reloading the page.')).toBeVisible()
    await page.getByRole('button', { name: 'Search' }).click()
    const field = page.getByLabel('Search products').filter({ visible: true })
    await field.fill('kurta')
    await field.press('Enter')

    await expect(page).toHaveURL('/search?keyword=kurta')
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

test('T052 a category without products says so', async ({ page }) => {
  await openAlive(page, '/')
  await page.route('**/api/categories/slug/watches/products*', route =>
    route.fulfill({
      json: { success: true, message: 'OK', data: [], meta: { page: 1, size: 20, pageCount: 1, total: 0 } },
    }),
  )
  await page.getByRole('button', { name: 'Categories' }).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Watches ?\d/ })
    .click()

  await expect(page.getByText(/no products/i)).toBeVisible()
})

test('T015 T133 a screen that crashes shows the error page with a way home', async ({ page }) => {
  const product = await inStock(page)
  await openAlive(page, '/about')
  await page.route(`**/api/products/${product._id}`, route =>
    route.fulfill({ json: { success: true, message: 'OK', data: { ...product, gallery: 7, reviews: 7 } } }),
  )
  await openAlive(page, '/search')
  await page
    .getByRole('link', { name: new RegExp(product.name) })
    .first()
    .click()

  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.getByRole('link', { name: /home/i }).first().click()
  await expect(page).toHaveURL('/')
})
