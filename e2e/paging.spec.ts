import { activeProducts, expect, type Page, test } from './shop.ts'

const LISTS = ['/search', '/sale', '/product-category/shoes'] as const

const bar = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const previous = (page: Page) => bar(page).getByRole('link', { name: 'Previous page' })
const next = (page: Page) => bar(page).getByRole('link', { name: 'Next page' })
const size = (page: Page) => bar(page).getByLabel('Items per page')
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const names = (page: Page) => cards(page).getByRole('link').allTextContents()

for (const path of LISTS) {
  test(`T252 T253 T254 T260 ${path} is paged from its first page to its last and back`, async ({ page }) => {
    await page.goto(`${path}?size=8`)
    const pages = Number(
      (
        await bar(page)
          .getByText(/^Page 1 of/)
          .textContent()
      )?.split(' of ')[1],
    )
    expect(pages).toBeGreaterThan(1)
    await expect(previous(page)).toHaveCount(0)
    const first = await names(page)

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

  test(`T255 T257 ${path} offers 8, 20, 50 and 100 items a page, and another size starts at page 1`, async ({
    page,
  }) => {
    await page.goto(`${path}?page=2&size=8`)
    await expect(size(page).getByRole('option')).toHaveText(['8', '20', '50', '100'])
    await expect(size(page)).toHaveValue('8')

    await size(page).selectOption('20')

    await expect(page).toHaveURL(/[?&]size=20/)
    await expect(bar(page).getByText('Page 1 of')).toBeVisible()
    expect(await cards(page).count()).toBeGreaterThan(8)
  })

  test(`T258 the address of a page of ${path} restores page, size and filters`, async ({ page }) => {
    await page.goto(`${path}?page=2&size=8&inStock=true&sort=price-asc`)

    await expect(bar(page).getByText('Page 2 of')).toBeVisible()
    await expect(size(page)).toHaveValue('8')
    await expect(page.getByLabel('Sort by')).toHaveValue('price-asc')
    await expect(page.getByRole('link', { name: 'Remove filter In stock' })).toBeVisible()
    await expect(page.getByText('Out of stock')).toHaveCount(0)
  })

  test(`T259 back returns to the previous page of ${path}, where it was left`, async ({ page }) => {
    await page.goto(`${path}?size=8`)
    const first = await names(page)
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
}

test('T256 search and sale start with page 1 of 8 items', async ({ page }) => {
  for (const path of ['/search', '/sale']) {
    await page.goto(path)
    await expect(size(page)).toHaveValue('8')
    await expect(cards(page)).toHaveCount(8)
    await expect(bar(page).getByText('Page 1 of')).toBeVisible()
  }
})

test('T258 the keyword is part of the address too', async ({ page }) => {
  await page.goto('/search?keyword=shirt&page=1&size=20')

  await expect(page.getByRole('heading', { level: 1, name: 'Results for “shirt”' })).toBeVisible()
  await expect(size(page)).toHaveValue('20')
  await expect(page.getByRole('banner').getByLabel('Search products')).toHaveValue('shirt')
})

test('B107 a category that fits on one page has no paging bar', async ({ page }) => {
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

  // The list is in the cache: it is shown again without a response.
  await page.route('**/api/products?*', () => {})
  await page.goBack()

  await expect(card).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
})
