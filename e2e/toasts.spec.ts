import { expect, inStock, type Page, test } from './shop.ts'

const toasts = (page: Page) => page.getByText('Product added to cart successfully')
const add = (page: Page) => page.getByRole('button', { name: 'Add to cart' }).first().click()

/** The timer of the only toast: the duration of an animation. */
const clock = (page: Page) =>
  page.evaluate(() => {
    const timer = document
      .getAnimations()
      .find(one => one instanceof CSSAnimation && one.animationName === 'toast-timer')
    return { milliseconds: timer?.effect?.getTiming().duration, state: timer?.playState }
  })

test('T395 T396 T397 T398 a toast stays 5000 ms top right, and pauses while hovered or with the window hidden', async ({
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

test('B146 on a phone a toast lies in the header’s band above the title, and goes with its page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/product/${(await inStock(page))._id}`)
  const title = page.getByRole('heading', { level: 1 })
  await add(page)
  await expect(toasts(page)).toBeVisible()

  const box = await page
    .getByRole('status')
    .filter({ has: toasts(page) })
    .boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(0)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(56)
  const covered = await title.evaluate(element => {
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
  await expect(toasts(page)).toBeHidden()
})
