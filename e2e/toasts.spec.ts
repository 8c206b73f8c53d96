import { expect, inStock, type Page, test } from './shop.ts'

const toasts = (page: Page) => page.getByText('Product added to cart successfully')
const add = (page: Page) => page.getByRole('button', { name: 'Add to cart' }).first().click()

/** The clock of the only toast: its time on screen is the time of an animation. */
const clock = (page: Page) =>
  page.evaluate(() => {
    const timer = document
      .getAnimations()
      .find(one => one instanceof CSSAnimation && one.animationName === 'toast-timer')
    return { milliseconds: timer?.effect?.getTiming().duration, state: timer?.playState }
  })

test('T395 T396 T397 T398 a toast stays 5000 ms top right, and waits while it is hovered or the window is away', async ({
  page,
}) => {
  await page.goto(`/product/${(await inStock(page))._id}`)
  await add(page)
  await expect(toasts(page)).toBeVisible()

  const box = await page
    .getByRole('status')
    .filter({ has: toasts(page) })
    .boundingBox()
  const { width = 0 } = page.viewportSize() ?? {}
  expect(width - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThan(40)
  expect(box?.y).toBeLessThan(120)

  await page.mouse.move(5, 500)
  await expect.poll(() => clock(page)).toEqual({ milliseconds: 5000, state: 'running' })
  await toasts(page).hover()
  await expect.poll(() => clock(page)).toMatchObject({ state: 'paused' })
  await page.mouse.move(5, 500)
  await expect.poll(() => clock(page)).toMatchObject({ state: 'running' })
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expect.poll(() => clock(page)).toMatchObject({ state: 'paused' })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect.poll(() => clock(page)).toMatchObject({ state: 'running' })

  await page.evaluate(() => {
    for (const one of document.getAnimations()) one.finish()
  })
  await expect(toasts(page)).toBeHidden()
})

test('three toasts are shown at the most, and the close button takes one away', async ({ page }) => {
  await page.goto(`/product/${(await inStock(page))._id}`)
  const button = page.getByRole('button', { name: 'Add to cart' }).first()
  for (let count = 1; count <= 4; count++) await button.press('Enter')

  await expect(page.getByRole('link', { name: 'Cart, 4 items' })).toBeVisible()
  await expect(toasts(page)).toHaveCount(3)
  const [, second] = await page
    .getByRole('status')
    .filter({ has: toasts(page) })
    .all()
  await second?.getByRole('button', { name: 'Close' }).click()
  await expect(toasts(page)).toHaveCount(3)
})
