import { aProduct, expect, test } from './shop.ts'

test.use({ javaScriptEnabled: false })

test('T050 T068 the catalogue can be read with scripts off: home, category, product, search and paging', async ({
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

  await page.getByRole('searchbox').first().fill('kurta')
  await page.getByRole('searchbox').first().press('Enter')
  await expect(page).toHaveURL('/search?keyword=kurta')
  await expect(page.getByRole('main').getByRole('article').first()).toContainText(/kurta/i)

  await page.goto('/search?size=8')
  await page.getByRole('link', { name: /next/i }).click()
  await expect(page.getByText('Page 2 of')).toBeVisible()
})

test('a form that is submitted before hydration sends nothing and stays', async ({ page }) => {
  // Browsers submit a form with a single field on Enter.
  await page.goto('/auth/forgot-password')
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByLabel('Email').press('Enter')
  await expect(page).toHaveURL('/auth/forgot-password')
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.com')

  await page.goto('/auth/login')
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByLabel('Email').press('Enter')
  await page.getByRole('button', { name: 'Login', exact: true }).click()

  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.com')
})

test('in place of buying, logging in and the account, the page says that they need scripts', async ({ page }) => {
  const { _id } = await aProduct(
    page,
    'with a picture, in stock',
    ({ stock, thumbnail }) => stock > 10 && thumbnail !== null,
  )
  for (const path of [`/product/${_id}`, '/auth/login', '/account/profile']) {
    await page.goto(path)
    const said = page.getByRole('main').evaluate(main => getComputedStyle(main, '::before').content)
    expect(await said, path).toContain('Buying, logging in and your account need JavaScript.')
  }
})
