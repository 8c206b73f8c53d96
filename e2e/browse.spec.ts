import { activeProducts, aProduct, expect, failedLoad, openAlive, type Page, test } from './shop.ts'

const searchBox = (page: Page) => page.getByRole('banner').getByLabel('Search products')

const SHOP_PAGES = ['/', '/search', '/sale', '/cart', '/about', '/contact', '/privacy-policy', '/terms-of-service']

test('T003 T004 an anonymous visitor can open every page of the shop, with header and footer on each', async ({
  page,
}) => {
  const product = await aProduct(page, 'at all', () => true)

  for (const path of [...SHOP_PAGES, `/product/${product._id}`, `/product-category/${product.category.slug}`]) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page).toHaveTitle(/Mela/)
  }
})

test('T005 every navigation scrolls to the top and moves the focus to the heading', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('T006 T007 B129 footer and contact page show one postal address in Mumbai, one email and one phone', async ({
  page,
}) => {
  await page.goto('/contact')

  for (const part of [page.getByRole('contentinfo'), page.getByRole('main')]) {
    await expect(part).toContainText('Mumbai 400001, India')
    await expect(part.getByRole('link', { name: 'support@example.com' })).toHaveAttribute(
      'href',
      'mailto:support@example.com',
    )
    await expect(part.getByRole('link', { name: '+91 22 5550 0142' })).toHaveAttribute('href', /^tel:\+91/)
  }
})

for (const [link, path] of [
  ['About Mela', '/about'],
  ['Contact', '/contact'],
  ['Privacy Policy', '/privacy-policy'],
  ['Terms of Service', '/terms-of-service'],
] as const) {
  test(`T008 T009 T010 T011 the footer leads to ${path}`, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: link }).click()

    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}

test('T012 the terms repeat the privacy text', async ({ page }) => {
  await page.goto('/privacy-policy')
  const paragraphs = await page.getByRole('main').locator('p').allTextContents()
  await page.goto('/terms-of-service')
  const terms = await page.getByRole('main').textContent()

  expect(paragraphs.filter(text => text.length > 60).length).toBeGreaterThan(3)
  for (const text of paragraphs.filter(text => text.length > 60)) expect(terms).toContain(text)
})

test.describe('missing pages', () => {
  test.use({ expectedError: failedLoad(404, 400) })

  test('T013 T014 B119 an unknown address answers 404 with a link home', async ({ page }) => {
    const answer = await page.goto('/no/such/page')

    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: /home/i }).first().click()
    await expect(page).toHaveURL('/')
  })

  test('T045 T124 an unknown or malformed product says so, with status 404', async ({ page }) => {
    for (const id of ['000000000000000000000000', 'abc']) {
      const answer = await page.goto(`/product/${id}`)
      expect(answer?.status()).toBe(404)
      await expect(page.getByText('Product not found.')).toBeVisible()
    }
  })

  test('T053 an unknown category shows the message of the server, with status 404', async ({ page }) => {
    const answer = await page.goto('/product-category/no-such-category')

    expect(answer?.status()).toBe(404)
    await expect(page.getByText('Category not found.')).toBeVisible()
  })
})

test('T001 T016 B137 T017 T018 T019 T021 home shows banner, categories, sale, recommended and help', async ({
  page,
}) => {
  await page.goto('/')
  const section = (name: string) => page.getByRole('region', { name })

  await expect(page.getByRole('link', { name: 'Shop the sale' })).toHaveAttribute('href', '/sale')
  for (const name of ['Clothing', 'Shoes', 'Watches']) {
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .first(),
    ).toBeVisible()
  }
  await expect(section('On sale').getByRole('article')).toHaveCount(8)
  await expect(section('Recommended').getByRole('article')).toHaveCount(8)
  const onSale = await section('On sale').getByRole('article').getByRole('link').allTextContents()
  const newest = (await activeProducts(page)).map(({ name }) => name).filter(name => !onSale.includes(name))
  await expect(section('Recommended').getByRole('article').getByRole('link')).toHaveText(newest.slice(0, 8))
  await expect(section('On sale').getByRole('heading').getByRole('link')).toHaveAttribute('href', '/sale')
  await page.getByRole('link', { name: 'Contact us' }).click()
  await expect(page).toHaveURL('/contact')
})

test('T050 T051 a category shows its header and its active products', async ({ page }) => {
  const shoes = (await activeProducts(page)).filter(({ category }) => category.slug === 'shoes')
  await page.goto('/product-category/shoes')

  await expect(page.getByRole('heading', { level: 1, name: 'Shoes' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(shoes.length)
})

test('T023 sale lists discounted products, page by page', async ({ page }) => {
  await page.goto('/sale?size=8')

  await expect(page.getByRole('main').getByRole('article')).toHaveCount(8)
  await page.getByRole('link', { name: /next/i }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
})

test('T054 T059 the search box leads to results, and keeps what was asked', async ({ page }) => {
  await openAlive(page, '/')
  await searchBox(page).fill('a&b kurta')
  await searchBox(page).press('Enter')
  await expect(page).toHaveURL('/search?keyword=a%26b%20kurta')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('a&b kurta')

  await searchBox(page).fill('KURTA')
  await searchBox(page).press('Enter')
  await expect(page.getByRole('main').getByRole('article').first()).toContainText(/kurta/i)
  await expect(searchBox(page)).toHaveValue('KURTA')
})

test('T055 T056 search is paged, and page and size keep the keyword', async ({ page }) => {
  await page.goto('/search?keyword=shirt&size=8')
  await expect(page.getByText('Page 1 of')).toBeVisible()
  await page.getByRole('link', { name: /next/i }).click()
  await expect(page).toHaveURL(/keyword=shirt(&|$)/)
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText('Page 2 of')).toBeVisible()

  await page.getByLabel('Items per page').selectOption('20')
  await expect(page).toHaveURL(/size=20/)
  await expect(page).toHaveURL(/keyword=shirt(&|$)/)
  await expect(page.getByText('Page 1 of')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Page 2 of')).toBeVisible()
})

test('T057 a search without hits says so and offers the categories', async ({ page }) => {
  await page.goto('/search?keyword=zzzz')

  await expect(page.getByText('No products found.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /Shoes/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
})

test('T057 a keyword longer than the screen pushes nothing out of it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/search', '/sale']) {
    await page.goto(`${path}?keyword=${'endless'.repeat(14)}`)

    const box = await page.getByText('No products found.').boundingBox()
    expect((box?.x ?? 999) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
  }
})

test('home shows a product once: Recommended leaves out products under On sale, and cards show ratings', async ({
  page,
}) => {
  await page.goto('/')
  const cards = (name: string) => page.getByRole('region', { name }).getByRole('article')
  const links = (name: string) =>
    cards(name)
      .getByRole('link')
      .evaluateAll(all => all.map(link => link.getAttribute('href')))
  const shown = [...(await links('On sale')), ...(await links('Recommended'))]

  expect(shown).toHaveLength(16)
  expect(new Set(shown).size).toBe(16)
  await expect(
    cards('On sale')
      .getByRole('img', { name: /^Rated/ })
      .first(),
  ).toBeVisible()
  await expect(
    cards('Recommended')
      .getByRole('img', { name: /^Rated/ })
      .first(),
  ).toBeVisible()
})

test('the banner and the sale promise the highest percentage on a tag, and no other', async ({ page }) => {
  const tags = (await activeProducts(page))
    .filter(({ onSale, price, salePrice }) => onSale && salePrice > 0 && salePrice < price)
    .map(({ price, salePrice }) => Math.round((1 - salePrice / price) * 100))
  const promise = `Up to ${Math.max(...tags)}% off`

  await page.goto('/')
  await expect(page.getByRole('region', { name: 'The festival, gathered.' })).toContainText(promise)
  await page.goto('/sale')
  await expect(page.getByText(promise)).toBeVisible()
})

test('wide screens show the categories in the header, narrower ones in its menu', async ({ page }) => {
  await page.goto('/')
  const watches = page.getByRole('banner').getByRole('link', { name: 'Watches', exact: true })

  await watches.click()
  await expect(page).toHaveURL('/product-category/watches')
  await expect(watches).toHaveAttribute('aria-current', 'page')
  await page.setViewportSize({ width: 1100, height: 800 })
  await expect(watches).toBeHidden()
})

test('the menus of the header open below their button, with the test-mode banner in view and scrolled away', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAlive(page, '/')
  const button = page.getByRole('banner').getByRole('button', { name: 'Categories' })
  const entry = page.getByRole('banner').getByRole('link', { name: /^Kurtas ?\d/ })
  for (const scrolled of [0, 600]) {
    await page.evaluate(top => scrollTo(0, top), scrolled)
    await button.click()
    await expect(entry).toBeVisible()
    const gap = async () => {
      const [above, panel] = [await button.boundingBox(), await page.locator('[popover]:popover-open').boundingBox()]
      return (panel?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
    }

    await expect.poll(gap).toBeGreaterThanOrEqual(0)
    expect(await gap()).toBeLessThan(20)
    await page.keyboard.press('Escape')
  }
})

test('T060 T061 the categories menu lists names, counts and links', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Categories' }).click()
  const { data } = await (await page.request.get('/api/categories')).json()

  for (const { name, slug, count } of data) {
    const entry = page.getByRole('banner').getByRole('link', { name: new RegExp(`^${name} ?\\d`) })
    await expect(entry).toHaveAttribute('href', `/product-category/${slug}`)
    await expect(entry).toContainText(String(count))
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('banner').getByRole('link', { name: /^Kurtas ?\d/ })).toBeHidden()
})

test('T069 the menu of small screens slides in, closes, and closes on navigation', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const menu = page.getByRole('dialog', { name: 'Menu' })

  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()

  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: /^Watches/ }).click()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL('/product-category/watches')
})

test('T068 a signed-out visitor is offered to log in and to register', async ({ page }) => {
  await page.goto('/')

  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveAttribute('href', /^\/auth\/login/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Register' })).toHaveAttribute(
    'href',
    /^\/auth\/register/,
  )
})

test('a page works although one of its pictures does not come', async ({ page }) => {
  await page.route('**/*', route => (route.request().resourceType() === 'image' ? undefined : route.fallback()))
  await page.goto('/', { waitUntil: 'commit' })

  await expect(page.getByRole('banner').getByRole('combobox', { name: 'Search products' })).toBeVisible()
})
