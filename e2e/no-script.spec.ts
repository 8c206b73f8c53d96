import { expect, type Page, test } from './shop.ts'

test.use({ javaScriptEnabled: false })

const noteOf = (page: Page) => page.getByRole('main').evaluate(main => getComputedStyle(main, '::before').content)

test('T050 T068 the catalogue can be read with scripts off: home, category, product, search, filters and paging', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Shoes/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shoes' })).toBeVisible()
  await page.getByRole('main').getByRole('article').first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible()
  expect(await noteOf(page)).toContain('Buying, logging in and your account need JavaScript.')

  await page.getByRole('searchbox').first().fill('kurta')
  await page.getByRole('searchbox').first().press('Enter')
  await expect(page).toHaveURL('/search?keyword=kurta')
  await expect(page.getByRole('main').getByRole('article').first()).toContainText(/kurta/i)

  await page.getByLabel('Maximum price').fill('60')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/keyword=kurta&.*maxPrice=60/)
  await page.getByLabel('Sort by').selectOption('price-desc')
  await page.getByRole('button', { name: 'Sort', exact: true }).click()
  await expect(page).toHaveURL(/sort=price-desc/)
  await expect(page.getByRole('link', { name: 'Remove filter Under $60' })).toBeVisible()

  await page.goto('/search?size=8')
  await page.getByRole('link', { name: /next/i }).click()
  await expect(page.getByText('Page 2 of')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/sale')
  await page.getByRole('button', { name: 'Filter and sort' }).click()
  await page
    .getByRole('region', { name: 'Filter and sort' })
    .getByRole('link', { name: /^Shoes/ })
    .click()
  await expect(page).toHaveURL('/sale?category=shoes')
})

test('a form that is submitted before hydration sends nothing and stays', async ({ page }) => {
  // Browsers submit a form with a single field on Enter.
  await page.goto('/auth/forgot-password')
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByLabel('Email').press('Enter')
  await expect(page).toHaveURL('/auth/forgot-password')
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.com')

  await page.goto('/auth/login')
  expect(await noteOf(page)).toContain('Buying, logging in and your account need JavaScript.')
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByLabel('Email').press('Enter')
  await page.getByRole('button', { name: 'Login', exact: true }).click()

  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.com')
})
