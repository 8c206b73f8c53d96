import { activeProducts, expect, failedLoad, type Listed, openAlive, test } from './shop.ts'

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

  await test.step('the banner of the test mode', async () => {
    const line = await page.evaluate(() => getComputedStyle(document.body, '::before').content)
    expect(line).toBe('"Test mode: no real money moves in this shop"')
    await expect(page.getByRole('banner')).toBeInViewport()
  })

  await test.step('help', async () => {
    await page.getByRole('link', { name: 'Contact us' }).click()
    await expect(page).toHaveURL('/contact')
  })
})

test('the API has readable documentation', async ({ page }) => {
  await page.goto('/api/docs')

  await expect(page.getByRole('heading', { name: /Mela API/ })).toBeVisible()
  // Sections are drawn once they are scrolled to.
  await expect(page.getByText('/auth/login', { exact: true })).toBeVisible()
})

/** The banner's text about the sale, from the highest discount of the products. */
function highestDiscount(products: Listed[]): string {
  const tags = products
    .filter(({ onSale, price, salePrice }) => onSale && salePrice > 0 && salePrice < price)
    .map(({ price, salePrice }) => Math.round((1 - salePrice / price) * 100))
  return `Up to ${Math.max(...tags)}% off`
}
