import { expect, failedLoad, inStock, test } from './shop.ts'

test('B146 on a phone a toast lies in the header’s band above the title, and goes with its page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/product/${(await inStock(page))._id}`)
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  const toast = page.getByRole('status').filter({ hasText: 'Product added to cart successfully' })
  await expect(toast).toBeVisible()
  // The panel covers the lower half of the page, with the footer.
  const panel = page.getByRole('dialog', { name: 'Added to your cart' })
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)

  const box = await toast.boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(0)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(56)
  const covered = await page.getByRole('heading', { level: 1 }).evaluate(element => {
    element.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(covered).toBe(false)

  await page.evaluate(() => {
    document.styleSheets[0]?.insertRule('.toast-timer { animation-play-state: paused !important }')
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click()
  await expect(page).toHaveURL('/contact')
  await expect(toast).toBeHidden()
})

test.describe('a refusal', () => {
  test.use({ expectedError: failedLoad(400) })

  test('on a phone a toast with a word wider than the screen keeps its button on it', async ({ page }) => {
    const message = `The server did not take it: ${'x'.repeat(80)}`
    await page.setViewportSize({ width: 390, height: 844 })
    await page.route('**/api/auth/login', route => route.fulfill({ status: 400, json: { success: false, message } }))
    await page.goto('/auth/login')
    await page.getByLabel('Email').fill('asha@example.com')
    await page.getByLabel('Password', { exact: true }).fill('abcd1!')
    await page.getByRole('button', { name: 'Login', exact: true }).click()

    const button = page.getByRole('alert').filter({ hasText: message }).getByRole('button', { name: 'Close' })

    await expect(button).toBeInViewport({ ratio: 1 })
  })
})
