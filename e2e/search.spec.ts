import { expectAccessible, WIDE } from './axe.ts'
import { activeProducts, expect, openAlive, type Page, test } from './shop.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const count = (page: Page) => page.getByRole('main').getByRole('status')
const filters = (page: Page) => page.getByRole('region', { name: 'Filter and sort' })
const searchBox = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Search products' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')

test('a list is filtered by category and stock, shows how many are left, and keeps or moves the focus', async ({
  page,
}) => {
  const scope = await activeProducts(page)
  const shoes = scope.filter(({ category }) => category.slug === 'shoes')
  await openAlive(page, '/search?size=50')
  await expect(count(page)).toHaveText(`${scope.length} products`)

  await filters(page)
    .getByRole('link', { name: `Shoes ${shoes.length}` })
    .click()
  await expect(page).toHaveURL('/search?size=50&category=shoes')
  await expect(count(page)).toHaveText(`${shoes.length} products`)
  await expect(cards(page)).toHaveCount(shoes.length)

  await expect(filters(page).getByRole('link', { name: /^Shoes/ })).toBeFocused()

  const inStock = shoes.filter(({ stock }) => stock > 0)
  await filters(page)
    .getByRole('link', { name: `In stock ${inStock.length}` })
    .click()
  await expect(cards(page)).toHaveCount(inStock.length)

  await page.getByRole('link', { name: 'Remove filter Shoes' }).press('Enter')
  await expect(page).toHaveURL('/search?inStock=true&size=50')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/search?size=50')
  await expect(count(page)).toHaveText(`${scope.length} products`)
})

test('on a small screen filters open in a sheet, which Escape closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/sale')
  const opener = page.getByRole('button', { name: 'Filter and sort' })
  await expect(filters(page)).toBeHidden()

  await opener.click()
  await expectAccessible(page)
  await filters(page)
    .getByRole('link', { name: /^Shoes/ })
    .click()
  await expect(page).toHaveURL('/sale?category=shoes')
  await filters(page)
    .getByRole('button', { name: /^Show \d+ product/ })
    .click()
  await expect(filters(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filter and sort (1)' })).toBeFocused()

  await opener.click()
  await page.keyboard.press('Escape')
  await expect(filters(page)).toBeHidden()
})

test('T059 the search box suggests products and categories while a keyword is typed, the closest ones or links', async ({
  page,
}) => {
  await page.goto('/')
  await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'false')

  await test.step('products and categories', async () => {
    await searchBox(page).pressSequentially('kurt')
    await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('group', { name: 'Products' }).getByRole('option').first()).toContainText(/kurta.*\$/i)
    await expect(page.getByRole('group', { name: 'Categories' }).getByRole('option', { name: /^Kurtas/ })).toBeVisible()
    await expect(options(page).last()).toHaveText('See all results for “kurt”')
    await expectAccessible(page, WIDE)
    await expect(page.getByRole('banner').getByRole('status')).toHaveText(/^\d+ suggestions?$/)

    await options(page).last().click()
    await expect(page).toHaveURL('/search?keyword=kurt')
    await expect(options(page)).toHaveCount(0)
  })

  await test.step('the closest results, and links when there are none', async () => {
    await searchBox(page).fill('')
    await searchBox(page).pressSequentially('denim shirt')
    const closest = page.getByRole('group', { name: 'No exact match. Products for “shirt”' })
    await expect(closest.getByRole('option').first()).toContainText(/shirt/i)

    await searchBox(page).fill('zzzzzzzz')
    const around = page.getByRole('group', { name: 'No products found. Look around in' })
    await expect(around.getByRole('option').first()).toContainText(/\d+ products?/)
  })

  await test.step('they close when the focus leaves and on a press elsewhere', async () => {
    await searchBox(page).press('Tab')
    await expect(options(page)).toHaveCount(0)

    await searchBox(page).fill('shirt')
    await expect(options(page).first()).toBeVisible()
    await page.mouse.click(20, 500)
    await expect(options(page)).toHaveCount(0)
  })
})

test('T059 suggestions are chosen by keyboard, and the field keeps the focus', async ({ page }) => {
  await page.goto('/')
  await searchBox(page).pressSequentially('kurta')
  const first = options(page).first()
  await expect(first).toHaveAttribute('aria-selected', 'false')

  await page.keyboard.press('ArrowDown')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(searchBox(page)).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '')
  await page.keyboard.press('ArrowUp')
  await expect(searchBox(page)).not.toHaveAttribute('aria-activedescendant')
  await page.keyboard.press('ArrowUp')
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Home')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('End')
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
  await expect(searchBox(page)).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(searchBox(page)).toHaveValue('kurta')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/products\//)
})

test('the search row of small screens takes the focus, also when it is opened before the code of the page is there', async ({
  page,
}) => {
  const isOpened = Promise.withResolvers<void>()
  await page.route(/assets\/entry-client-.*js$/, async route => {
    await isOpened.promise
    await route.continue()
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('banner').getByLabel('Search products')).toBeVisible()
  isOpened.resolve()

  await expect(searchBox(page)).toBeFocused()
})

test('the search row of small screens closes by Escape, Back and its button, and returns the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const opener = page.getByRole('banner').getByRole('button', { name: 'Search' })

  await opener.click()
  await expect(searchBox(page)).toBeFocused()
  await searchBox(page).pressSequentially('kurta')
  await expect(options(page).first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(searchBox(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(searchBox(page)).toHaveCount(0)
  await expect(opener).toBeFocused()

  await opener.click()
  await opener.click()
  await expect(searchBox(page)).toHaveCount(0)
  await expect(opener).toBeFocused()

  await opener.click()
  await page.goBack()
  await expect(searchBox(page)).toHaveCount(0)
  await expect(page).toHaveURL('/')
})
