import { activeProducts, aProduct, expect, failedLoad, type Listed, openAlive, type Page, test } from './shop.ts'

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

test('T005-T012 B129 the footer leads to four pages, each from its top, and shows the postal address in Mumbai', async ({
  page,
}) => {
  await openAlive(page, '/')
  const footer = page.getByRole('contentinfo')
  const main = page.getByRole('main')
  const texts: Record<string, string[]> = {}
  for (const [link, path] of [
    ['About Mela', '/about'],
    ['Contact', '/contact'],
    ['Privacy Policy', '/privacy-policy'],
    ['Terms of Service', '/terms-of-service'],
  ] as const) {
    await test.step(`${link}: the focus goes to the heading`, async () => {
      await footer.scrollIntoViewIfNeeded()
      await footer.getByRole('link', { name: link }).click()
      await expect(page).toHaveURL(path)
      await expect(page).toHaveTitle(new RegExp(`^${link}`))
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      expect(await page.evaluate(() => window.scrollY)).toBe(0)
      texts[path] = await main.locator('p').allTextContents()
    })
    if (path !== '/contact') continue

    await test.step('one postal address, one email and one phone', async () => {
      for (const part of [footer, main]) {
        await expect(part).toContainText('Mumbai 400001, India')
        const email = part.getByRole('link', { name: 'support@example.com' })
        await expect(email).toHaveAttribute('href', 'mailto:support@example.com')
        await expect(part.getByRole('link', { name: '+91 22 5550 0142' })).toHaveAttribute('href', /^tel:\+91/)
      }
    })
  }

  await test.step('the terms repeat the privacy text', () => {
    const paragraphs = (texts['/privacy-policy'] ?? []).filter(text => text.length > 60)
    expect(paragraphs.length).toBeGreaterThan(3)
    expect(texts['/terms-of-service']).toEqual(expect.arrayContaining(paragraphs))
  })
})

test.describe('missing pages', () => {
  test.use({ expectedError: failedLoad(404, 400) })

  test('T013 T014 T045 T053 B119 B124 an unknown page, product or category answers 404, with its sentence', async ({
    page,
  }) => {
    for (const [path, sentence] of [
      ['/product/000000000000000000000000', 'Product not found.'],
      ['/product/abc', 'Product not found.'],
      ['/product-category/no-such-category', 'Category not found.'],
      ['/no/such/page', 'Page not found'],
    ] as const) {
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(404)
      await expect(page.getByRole('main').getByText(sentence, { exact: true })).toBeVisible()
    }

    await page.getByRole('main').getByRole('link', { name: /home/i }).first().click()
    await expect(page).toHaveURL('/')
  })
})

test('T001 T016 T017 T018 T019 T021 B137 home shows banner, categories, sale, recommended and help', async ({
  page,
}) => {
  const products = await activeProducts(page)
  await page.goto('/')
  const main = page.getByRole('main')
  const cards = (name: string) => page.getByRole('region', { name }).getByRole('article')

  await test.step('the banner promises the highest percentage on a tag, and no other', async () => {
    await expect(page.getByRole('region', { name: 'The festival, gathered.' })).toContainText(highestDiscount(products))
    await expect(page.getByRole('link', { name: 'Shop the sale' })).toHaveAttribute('href', '/sale')
  })

  await test.step('categories', async () => {
    for (const name of ['Clothing', 'Shoes', 'Watches']) {
      await expect(main.getByRole('link', { name: new RegExp(`^${name}`) }).first()).toBeVisible()
    }
  })

  await test.step('eight products on sale and the eight newest others, each once and with ratings', async () => {
    const onSale = cards('On sale').getByRole('link')
    await expect(onSale).toHaveCount(8)
    await expect(page.getByRole('region', { name: 'On sale' }).getByRole('heading').getByRole('link')).toHaveAttribute(
      'href',
      '/sale',
    )
    const shown = await onSale.allTextContents()
    const newest = products.map(({ name }) => name).filter(name => !shown.includes(name))
    await expect(cards('Recommended').getByRole('link')).toHaveText(newest.slice(0, 8))
    const links = await main
      .getByRole('article')
      .getByRole('link')
      .evaluateAll(all => all.map(link => link.getAttribute('href')))
    expect(links).toHaveLength(16)
    expect(new Set(links).size).toBe(16)
    for (const name of ['On sale', 'Recommended']) {
      await expect(
        cards(name)
          .getByRole('img', { name: /^Rated/ })
          .first(),
      ).toBeVisible()
    }
  })

  await test.step('help', async () => {
    await page.getByRole('link', { name: 'Contact us' }).click()
    await expect(page).toHaveURL('/contact')
  })
})

/** The banner's text about the sale, from the highest discount of the products. */
function highestDiscount(products: Listed[]): string {
  const tags = products
    .filter(({ onSale, price, salePrice }) => onSale && salePrice > 0 && salePrice < price)
    .map(({ price, salePrice }) => Math.round((1 - salePrice / price) * 100))
  return `Up to ${Math.max(...tags)}% off`
}

test('T060 T061 T068 the header lists the categories in its menu, and on wide screens itself; it offers Login', async ({
  page,
}) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Login' })).toHaveAttribute('href', /^\/auth\/login/)
  await expect(header.getByRole('link', { name: 'Register' })).toHaveAttribute('href', /^\/auth\/register/)

  await test.step('names, counts and links in the menu', async () => {
    await page.setViewportSize({ width: 1100, height: 800 })
    await page.getByRole('button', { name: 'Categories' }).click()
    const { data } = await (await page.request.get('/api/categories')).json()
    for (const { name, slug, count } of data) {
      const entry = header.getByRole('link', { name: new RegExp(`^${name} ?\\d`) })
      await expect(entry).toHaveAttribute('href', `/product-category/${slug}`)
      await expect(entry).toContainText(String(count))
    }
    await page.keyboard.press('Escape')
    await expect(header.getByRole('link', { name: /^Kurtas ?\d/ })).toBeHidden()
  })

  await test.step('wide screens show them in the header, narrower ones in its menu alone', async () => {
    const watches = header.getByRole('link', { name: 'Watches', exact: true })
    await expect(watches).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 800 })
    await watches.click()
    await expect(page).toHaveURL('/product-category/watches')
    await expect(watches).toHaveAttribute('aria-current', 'page')
  })
})

test('T050 T051 a category shows its header and its active products', async ({ page }) => {
  const shoes = (await activeProducts(page)).filter(({ category }) => category.slug === 'shoes')
  await page.goto('/product-category/shoes')

  await expect(page.getByRole('heading', { level: 1, name: 'Shoes' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(shoes.length)
})

test('T023 sale lists discounted products, page by page, and promises the highest discount', async ({ page }) => {
  const promise = highestDiscount(await activeProducts(page))
  await page.goto('/sale?size=8')

  await expect(page.getByText(promise)).toBeVisible()
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

test('T057 a search without hits says so, offers the categories, and a long keyword pushes nothing out of it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/search?keyword=zzzz')
  await expect(page.getByText('No products found.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /Shoes/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)

  for (const path of ['/search', '/sale']) {
    await page.goto(`${path}?keyword=${'endless'.repeat(14)}`)

    const box = await page.getByText('No products found.').boundingBox()
    expect((box?.x ?? 999) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
  }
})

test('the menus of the header open below their button, with the test-mode banner in view and scrolled away', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 900 })
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

test('a page works although one of its pictures does not come', async ({ page }) => {
  await page.route('**/*', route => (route.request().resourceType() === 'image' ? undefined : route.fallback()))
  await page.goto('/', { waitUntil: 'commit' })

  await expect(page.getByRole('banner').getByRole('combobox', { name: 'Search products' })).toBeVisible()
})
