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

test('three toasts are shown at the most, the newest ones, and the same text once', async ({ page }) => {
  const product = await inStock(page)
  await page.clock.install()
  await page.goto(`/product/${product._id}`)
  const button = page.getByRole('button', { name: 'Add to cart' }).first()
  const addAnew = async () => {
    await page.clock.fastForward(500)
    await button.press('Enter')
  }
  for (let count = 1; count <= 2; count++) await addAnew()
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  await expect(toasts(page)).toHaveCount(1)

  for (let quantity = 2; quantity <= 4; quantity++) {
    const more = page.getByRole('button', { name: `Increase quantity of ${product.name}` })
    for (let count = 1; count < quantity; count++) await more.press('Enter')
    await addAnew()
  }
  await expect(page.getByText('Product added to cart successfully: 4 ×')).toBeVisible()
  await expect(page.getByText('Product added to cart successfully: 1 ×')).toBeHidden()
  await expect(toasts(page)).toHaveCount(3)
  const [, second] = await page
    .getByRole('status')
    .filter({ has: toasts(page) })
    .all()
  await second?.getByRole('button', { name: 'Close' }).click()
  await expect(toasts(page)).toHaveCount(2)
})

test('the timer of a toast continues in a dialog and when that closes', async ({ page }) => {
  await page.goto(`/product/${(await inStock(page))._id}`)
  await add(page)
  await expect(toasts(page)).toBeVisible()
  await page.evaluate(() => {
    document.styleSheets[0]?.insertRule('.toast-timer { animation-play-state: paused !important }')
    for (const one of document.getAnimations()) {
      if (one instanceof CSSAnimation && one.animationName === 'toast-timer') one.currentTime = 4000
    }
  })
  const elapsed = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(one => one instanceof CSSAnimation && one.animationName === 'toast-timer')
        .map(({ currentTime }) => currentTime),
    )

  await page
    .getByRole('button', { name: /full screen/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').filter({ has: toasts(page) })).toBeVisible()
  expect(await elapsed()).toEqual([4000])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await elapsed()).toEqual([4000])
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

test('a toast keeps off the field in use', async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 800 })
  await page.goto('/auth/register')
  const field = page.getByLabel('First name')
  await page.getByRole('button', { name: 'Create account' }).press('Enter')
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('alert')
  await expect(toast).toBeVisible()
  await expect(field).toBeFocused()

  // Scrolls the field to the corner where toasts appear.
  await field.evaluate(element => {
    document.body.style.paddingBottom = '200vh'
    scrollTo(0, element.getBoundingClientRect().top + scrollY - 70)
  })

  const gap = async () => {
    const [used, shown] = [await field.boundingBox(), await toast.boundingBox()]
    return (shown?.y ?? 0) - (used?.y ?? 0) - (used?.height ?? 0)
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
})
