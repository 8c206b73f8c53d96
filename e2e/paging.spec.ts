import { activeProducts, expect, type Page, test } from './shop.ts'

const bar = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const names = (page: Page) => cards(page).getByRole('link').allTextContents()
const scrolled = (page: Page) => expect.poll(() => page.evaluate(() => window.scrollY))

test('T258-T260 B107 a list has pages, whose address restores them, and one page has no bar', async ({ page }) => {
  await page.goto('/search')
  await expect(bar(page).getByLabel('Items per page')).toHaveValue('8')
  await expect(cards(page)).toHaveCount(8)
  const first = await names(page)

  await test.step('the next page begins at its top, and back leads where the first was left', async () => {
    const next = bar(page).getByRole('link', { name: 'Next page' })
    await next.scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => window.scrollY)
    expect(left).toBeGreaterThan(0)
    await next.click()
    await expect(bar(page).getByText('Page 2 of')).toBeVisible()
    await scrolled(page).toBe(0)
    for (const name of await names(page)) expect(first).not.toContain(name)

    await page.goBack()

    await expect(bar(page).getByText('Page 1 of')).toBeVisible()
    expect(await names(page)).toEqual(first)
    await scrolled(page).toBe(left)
  })

  await test.step('the address of a page restores page, size and filters', async () => {
    await page.goto('/search?page=2&size=8&inStock=true&sort=price-asc')
    await expect(bar(page).getByText('Page 2 of')).toBeVisible()
    await expect(page.getByLabel('Sort by')).toHaveValue('price-asc')
    await expect(page.getByRole('link', { name: 'Remove filter In stock' })).toBeVisible()
    await expect(page.getByText('Out of stock')).toHaveCount(0)
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
  await scrolled(page).toBe(0)

  // Calls are never answered now: the list must come from the browser's query cache.
  await page.route('**/api/products?*', () => {})
  await page.goBack()

  await expect(card).toBeVisible()
  await scrolled(page).toBe(left)
})
