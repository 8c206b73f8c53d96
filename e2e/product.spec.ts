import { expectAccessible } from './axe.ts'
import { aProduct, expect, inStock, openAlive, type Page, test } from './shop.ts'

test('T024 the pictures change by thumbnail, swipe and in full screen, which Escape and Back close', async ({
  page,
}) => {
  const product = await inStock(page)
  await openAlive(page, `/product/${product._id}`)
  const thumbnail = (number: number) => page.getByRole('button', { name: new RegExp(`^Show picture ${number} of`) })
  const pictures = page.getByRole('list', { name: `Pictures of ${product.name}` })
  const zoom = page.getByRole('dialog', { name: `Pictures of ${product.name}` })

  await expect(thumbnail(1)).toHaveAttribute('aria-current', 'true')
  await pictures.evaluate(track => track.scrollTo({ left: track.clientWidth, behavior: 'instant' }))
  await expect(thumbnail(2)).toHaveAttribute('aria-current', 'true')

  await pictures
    .getByRole('button', { name: /full screen/ })
    .nth(1)
    .click()
  await expect(zoom.getByText(/^2 \//)).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(zoom.getByText(/^1 \//)).toBeVisible()
  await expectAccessible(page)
  const picture = zoom.getByRole('button', { name: /enlarge/ })
  const before = await picture.boundingBox()
  await picture.click()
  await expect(picture).toHaveAttribute('aria-pressed', 'true')
  expect((await picture.boundingBox())?.width).toBeGreaterThan((before?.width ?? 0) * 1.2)
  expect(await picture.evaluate(element => element.parentElement?.scrollTop ?? 0)).toBeGreaterThan(0)

  await page.keyboard.press('Escape')
  await expect(zoom).toBeHidden()
  await expect(thumbnail(1)).toHaveAttribute('aria-current', 'true')
  const open = pictures.getByRole('button', { name: /full screen/ }).first()
  await expect(open).toBeFocused()

  await open.click()
  await expect(zoom).toBeVisible()
  await page.goBack()
  await expect(zoom).toBeHidden()
  await expect(page).toHaveURL(`/product/${product._id}`)
})

test('pictures are shown as AVIF where it exists, in the smallest size that is sharp', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/search?size=100', { waitUntil: 'networkidle' })
  const loaded = await page
    .getByRole('main')
    .getByRole('article')
    .locator('img')
    .evaluateAll(images => images.map(image => (image as HTMLImageElement).currentSrc).filter(Boolean))

  expect(loaded.length).toBeGreaterThan(0)
  expect(loaded.some(url => url.endsWith('-400.avif'))).toBe(true)
  for (const url of loaded) expect(url).toMatch(/-400\.(avif|webp)$/)
})

test('DESIGN the bar at the foot of small screens is there while the button of the page is out of view', async ({
  page,
}) => {
  // On a higher screen a product without options has its own button in view.
  await page.setViewportSize({ width: 390, height: 660 })
  const product = await inStock(page)
  await page.goto(`/product/${product._id}`)
  const buttons = page.getByRole('button', { name: 'Add to cart' })
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  await expect(buttons.last()).toBeInViewport({ ratio: 1 })
  await expect(buttons).toHaveCount(2)

  await buttons.first().scrollIntoViewIfNeeded()
  await expect(buttons).toHaveCount(1)

  await page.getByRole('heading', { name: 'Reviews' }).scrollIntoViewIfNeeded()
  await expect(buttons).toHaveCount(2)
  await buttons.last().click()
  await expect(page.getByText('Product added to cart successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
})

test('clicks on a product that is still loading take effect in their order once the code of the page is loaded', async ({
  page,
}) => {
  const product = await aProduct(page, 'in stock three times', ({ stock }) => stock >= 3)
  const letGo = await openLoading(page, `/product/${product._id}`)

  const more = page.getByRole('button', { name: `Increase quantity of ${product.name}` })
  // click() waits for the page to be loaded.
  await more.dispatchEvent('click')
  await more.dispatchEvent('click')
  await page.getByRole('button', { name: 'Add to cart' }).first().dispatchEvent('click')
  letGo()

  await expect(page.getByText('Product added to cart successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible()
})

test('a form that is sent while its page is still loading is sent once the code of the page is loaded', async ({
  page,
}) => {
  const letGo = await openLoading(page, '/auth/login')

  await page.getByLabel('Email').fill('not an address')
  await page.getByLabel('Email').press('Enter')
  letGo()

  await expect(page.getByText('This email is not valid.').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('not an address')
})

test('a keyword that is typed while the page is still loading stays in its field', async ({ page }) => {
  const isTyped = Promise.withResolvers<void>()
  await page.route(/assets\/entry-client-.*js$/, async route => {
    await isTyped.promise
    await route.continue()
  })
  await page.goto('/about', { waitUntil: 'commit' })
  const field = page.getByRole('banner').getByLabel('Search products')
  await expect(field).toBeVisible()
  await field.pressSequentially('linen')
  isTyped.resolve()

  await expect(page.getByRole('banner').getByRole('combobox')).toHaveValue('linen')
})

/** Opens a page whose first script has run, while the others wait until the returned function is called. */
async function openLoading(page: Page, path: string) {
  const isLetGo = Promise.withResolvers<void>()
  await page.route(/assets\/(entry-client|product-page)-/, async route => {
    await isLetGo.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('script[src*=early-]').evaluate(({ src }: HTMLScriptElement) => import(src))
  return isLetGo.resolve
}
