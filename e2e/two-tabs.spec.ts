import { addToCart, expect, failedLoad, inStock, openAlive, type Page, register, test } from './shop.ts'
import { login, openAsAdmin } from './staff.ts'

test('B112 two tabs stay in step: lines, quantities and the badge', async ({ page, context }) => {
  const product = await inStock(page)
  const other = await context.newPage()
  await openAlive(other, '/')
  // A tab in the background is drawn once a second, and a click waits for two drawings.
  await page.bringToFront()
  await addToCart(page, product)
  await expect(other.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await other.goto('/cart')
  await page.goto('/cart')
  const line = (tab: Page) => tab.getByRole('article', { name: product.name })

  await line(page)
    .getByRole('button', { name: /^Increase/ })
    .click()
  await expect(line(other).getByRole('status')).toHaveText('2')
  await other.bringToFront()
  await other.getByRole('button', { name: `Remove ${product.name}` }).click()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible()
})

test.describe('a dashboard that stays open', () => {
  // The open screen repeats its calls when the user changes, and the server refuses them.
  test.use({ expectedError: failedLoad(403) })

  test('B47 leads home, without any data of the shop, once a customer signs in in another tab', async ({
    page,
    request,
  }) => {
    const { email, password } = await register({ request })
    await openAsAdmin(page, '/dashboard/products/new')
    await page.getByLabel('Description').fill('Typed before the customer came.')
    const other = await page.context().newPage()

    await other.goto('/auth/login')
    await login(other, email, password)

    await expect(page.getByText('You are not authorized to access this page.')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeHidden()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Account of Meera Nair' })).toBeVisible()
  })
})
