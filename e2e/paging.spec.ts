import { activeProducts, expect, type Page, test } from './shop.ts'

const bar = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const previous = (page: Page) => bar(page).getByRole('link', { name: 'Previous page' })
const next = (page: Page) => bar(page).getByRole('link', { name: 'Next page' })
const size = (page: Page) => bar(page).getByLabel('Items per page')
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const names = (page: Page) => cards(page).getByRole('link').allTextContents()

test('T252 T253 T254 T255 T257 T258 T259 T260 a list has pages, whose address restores them', async ({ page }) => {
  await page.goto('/search?size=8')
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

  await test.step('T252 T253 T254 T260 it is paged from its first page to its last and back', async () => {
    const ofPages = await bar(page)
      .getByText(/^Page 1 of/)
      .textContent()
    const pages = Number(ofPages?.split(' of ')[1])
    expect(pages).toBeGreaterThan(1)
    await expect(previous(page)).toHaveCount(0)

    for (let count = 2; count <= pages; count++) {
      await next(page).click()
      await expect(bar(page).getByText(`Page ${count} of ${pages}`)).toBeVisible()
    }
    await expect(next(page)).toHaveCount(0)
    for (const name of await names(page)) expect(first).not.toContain(name)

    for (let count = pages - 1; count >= 1; count--) {
      await previous(page).click()
      await expect(bar(page).getByText(`Page ${count} of ${pages}`)).toBeVisible()
    }
    expect(await names(page)).toEqual(first)
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
})

test('T256 T258 B107 lists start with page 1 of 8, keep the keyword in the address, and one page has no bar', async ({
  page,
}) => {
  for (const path of ['/search', '/sale']) {
    await page.goto(path)
    await expect(size(page)).toHaveValue('8')
    await expect(cards(page)).toHaveCount(8)
    await expect(bar(page).getByText('Page 1 of')).toBeVisible()
  }

  await page.goto('/search?keyword=shirt&page=1&size=20')
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “shirt”' })).toBeVisible()
  await expect(size(page)).toHaveValue('20')
  await expect(page.getByRole('banner').getByLabel('Search products')).toHaveValue('shirt')

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
