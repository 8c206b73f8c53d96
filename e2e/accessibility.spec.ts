import { expectAccessible, expectAccessibleAt, NARROW } from './axe.ts'
import {
  addAddress,
  addToCart,
  aProduct,
  expect,
  inStock,
  leave,
  payWith,
  register,
  saveAddress,
  test,
} from './shop.ts'

// every-screen.spec.ts checks every screen as it opens; these tests check dialogs and other later states.
test.use({ viewport: { width: 1440, height: 900 }, colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })

test('axe finds nothing on the pages of an order at both widths, light or dark', async ({ page }) => {
  test.setTimeout(120_000)
  await register(page)
  await addToCart(page, await inStock(page))
  await page.goto('/account/shipping')
  await expectAccessible(page)
  await addAddress(page)
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL(/\/account\/pay\/[0-9a-f]{24}/)
  await payWith(page, 'Cancel')
  await expect(page.getByText('You left PayPal before paying')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/cart')
  await expect(page.getByText(/waits for payment/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Pay order' }).click()
  await payWith(page, 'Pay')
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'View order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Order/ })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText(/This order was cancelled/)).toBeVisible()
  await expectAccessible(page)
})

test('axe finds nothing at a review, a picture in full and a changed cart at both widths, light or dark', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const product = await inStock(page)
  const gone = await aProduct(page, 'else', ({ _id, stock }) => _id !== product._id && stock > 1)
  await register(page)

  await page.goto(`/product/${product._id}`)
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expectAccessible(page)
  await page.getByRole('radio', { name: '5 stars' }).check()
  await page.getByLabel('Title').fill('Better than I hoped')
  await page.getByLabel('Comment').fill('Worn every week since Diwali.')
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Your review', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete review' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  // With reduced motion a toast has no timer: it would stay and cover the picture.
  await page.reload()
  await page
    .getByRole('button', { name: /full screen/ })
    .first()
    .click()
  await expectAccessible(page)

  await addToCart(page, product)
  await addToCart(page, gone)
  await page.evaluate(() => {
    const cart = JSON.parse(localStorage.getItem('mela.cart') ?? '{}')
    cart.items[0].product.price += 20
    cart.items[1].product._id = '0'.repeat(24)
    localStorage.setItem('mela.cart', JSON.stringify(cart))
  })
  await page.goto('/cart')
  await expect(page.getByRole('alert')).toContainText('no longer available')
  await expectAccessible(page)
})

test('axe finds nothing during a search at both widths, and in the filters and the search of a phone', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('combobox', { name: 'Search products' }).pressSequentially('kurta')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expectAccessible(page)

  await page.setViewportSize({ width: NARROW, height: 900 })
  await page.goto('/search?keyword=loafre')
  await page.getByRole('button', { name: 'Filter and sort' }).click()
  await expectAccessibleAt(page, NARROW)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('banner').getByRole('combobox', { name: 'Search products' }).fill('')
  await page.getByRole('banner').getByRole('combobox', { name: 'Search products' }).pressSequentially('kurta')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expectAccessibleAt(page, NARROW)
})

test('axe finds nothing in the dialogs of a profile at both widths, light or dark', async ({ page }) => {
  await register(page)
  await saveAddress(page)
  await page.goto('/account/profile')
  for (const name of ['Edit profile', /^Edit 12/, 'Delete account']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    // A new address requires the password.
    if (name === 'Edit profile') await page.getByRole('dialog').getByLabel('Email').fill('another@example.com')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  }
  await leave(page)
})

test('axe finds nothing in the dialogs that keep an account safe, which fit a narrow screen', async ({ page }) => {
  const { password } = await register(page)
  await page.goto('/account/profile')
  await page.getByRole('button', { name: 'Update password' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Set up' }).click()
  await expectAccessible(page)
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  const tooWide = () => page.getByRole('dialog').evaluate(dialog => dialog.scrollWidth - dialog.clientWidth)
  expect(await tooWide()).toBeLessThanOrEqual(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})
