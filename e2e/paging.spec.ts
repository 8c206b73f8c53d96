import { activeProducts, expect, type Page, test } from './shop.ts'

const bar = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const previous = (page: Page) => bar(page).getByRole('link', { name: 'Previous page' })
const next = (page: Page) => bar(page).getByRole('link', { name: 'Next page' })
const size = (page: Page) => bar(page).getByLabel('Items per page')
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const names = (page: Page) => cards(page).getByRole('link').allTextContents()

test('T252-T260 B107 a list has pages, whose address restores them, and one page has no bar', async ({ page }) => {
  await page.goto('/search')
  await expect(size(page)).toHaveValue('8')
  await expect(cards(page)).toHaveCount(8)
  const first = await names(page)

  await test.step('T259 back returns to the previous page, where it was left', async () => {
    await next(page).scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => window.scrollY)
    expect(left).toBeGreaterThan(0)
    await next(page).click()
    await expect(bar(page).getByText('Page 2 of')).toBeVisible()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

    await page.goBack()

    await expect(bar(page).getByText('Page 1 of')).toBeVisible()
    expect(await names(page)).toEqual(first)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
  })

  await test.step('T252 T253 T254 T260 it is paged on, to its last page and back', async () => {
    const ofPages = await bar(page)
      .getByText(/^Page 1 of/)
      .textContent()
    const pages = Number(ofPages?.split(' of ')[1])
    expect(pages).toBeGreaterThan(2)
    await expect(previous(page)).toHaveCount(0)
    await next(page).click()
    await expect(bar(page).getByText(`Page 2 of ${pages}`)).toBeVisible()
    for (const name of await names(page)) expect(first).not.toContain(name)

    await page.goto(`/search?size=8&page=${pages}`)
    await expect(next(page)).toHaveCount(0)
    await previous(page).click()
    await expect(bar(page).getByText(`Page ${pages - 1} of ${pages}`)).toBeVisible()
  })

  await test.step('T258 the address of a page restores page, size and filters', async () => {
    await page.goto('/search?page=2&size=8&inStock=true&sort=price-asc')
    await expect(bar(page).getByText('Page 2 of')).toBeVisible()
    await expect(size(page)).toHaveValue('8')
    await expect(page.getByLabel('Sort by')).toHaveValue('price-asc')
    await expect(page.getByRole('link', { name: 'Remove filter In stock' })).toBeVisible()
    await expect(page.getByText('Out of stock')).toHaveCount(0)
  })

  await test.step('T255 T257 it offers 8, 20, 50 and 100 items a page, and another size starts at page 1', async () => {
    await expect(size(page).getByRole('option')).toHaveText(['8', '20', '50', '100'])
    await size(page).selectOption('20')
    await expect(page).toHaveURL(/[?&]size=20/)
    await expect(bar(page).getByText('Page 1 of')).toBeVisible()
    expect(await cards(page).count()).toBeGreaterThan(8)
  })

  await page.goto('/product-category/kurtas')
  await expect(cards(page).first()).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})

test('T259 back from a product shows the list at once, where it was left', async ({ page }) => {
  const products = await activeProducts(page)
  await page.goto('/search?size=50')
  const card = cards(page).getByRole('link', { name: products[24]?.name ?? '', exact: true })
  await card.scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => window.scrollY)
  await card.click()
  await expect(page.getByRole('heading', { level: 1, name: products[24]?.name ?? '' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  // Calls are never answered now: the list must come from the browser's query cache.
  await page.route('**/api/products?*', () => {})
  await page.goBack()

  await expect(card).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
})
