import { addToCart, expect, failedLoad, inStock, openAlive, type Page, register, saveAddress, test } from './shop.ts'

test.describe('a browser without a network', () => {
  test.use({ expectedError: /net::ERR_INTERNET_DISCONNECTED|Failed to fetch/ })

  test('shows an error at once on placing an order, and the order is not placed later', async ({ page, context }) => {
    await register(page)
    await saveAddress(page)
    await addToCart(page, await inStock(page))
    await page.goto('/account/shipping')
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

test.describe('a script that cannot be fetched', () => {
  test.use({ expectedError: /net::ERR_FAILED/ })

  test('leaves the page usable: the menu asks to reload, search works', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openAlive(page, '/')
    await page.route(/assets\/header-menus-/, route => route.abort())

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

test.describe('a script whose first request is lost', () => {
  test.use({ expectedError: /net::ERR_CONNECTION_RESET/ })

  test('is loaded again, so that the page works without a reload', async ({ page }) => {
    const { _id } = await inStock(page)
    await page.route(/assets\/product-page-/, route => route.abort('connectionreset'), { times: 1 })
    await openAlive(page, `/product/${_id}`)

    await page.getByRole('button', { name: 'Add to cart' }).first().click()

    await expect(page.getByText('Product added to cart successfully')).toBeVisible()
  })
})

test.describe('a tab that is open while the shop is upgraded', () => {
  test.use({ expectedError: failedLoad(404) })

  test('follows a link to a page of the new edition', async ({ page }) => {
    await openAlive(page, '/')
    await upgrade(page)

    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveTitle(/^Contact/)
    await page.goBack()

    await expect(page).toHaveURL('/')
  })
})

/** Simulates an upgrade of the shop: the scripts that the open page names answer 404. */
const upgrade = (page: Page) => page.route('**/assets/*', route => route.fulfill({ status: 404 }))
