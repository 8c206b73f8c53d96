import { expect, failedLoad, inStock, type Page, test } from './shop.ts'

/** The page's head after hydration. */
async function headOf(page: Page) {
  return page.evaluate(() => {
    const all = (selector: string, attribute: string) =>
      [...document.querySelectorAll(selector)].map(element => element.getAttribute(attribute) ?? '')
    const property = (name: string) => all(`meta[property="${name}"]`, 'content')
    return {
      titles: [...document.querySelectorAll('head > title')].map(({ textContent }) => textContent ?? ''),
      descriptions: all('meta[name=description]', 'content'),
      canonicals: all('link[rel=canonical]', 'href'),
      robots: all('meta[name=robots]', 'content'),
      og: Object.fromEntries(
        ['title', 'description', 'url', 'type', 'site_name', 'image', 'image:width', 'image:height', 'image:alt'].map(
          name => [name, property(`og:${name}`)],
        ),
      ),
      card: all('meta[name="twitter:card"]', 'content'),
    }
  })
}

test('every page has one title, one description, one canonical address and a picture to share', async ({
  page,
  baseURL,
}) => {
  const titles = new Set<string>()
  const descriptions = new Set<string>()
  const product = await inStock(page)
  const paths = ['/', `/products/${product.slug}`, `/product-category/${product.category.slug}`, '/sale', '/about']
  for (const path of paths) {
    await page.goto(`${path}?utm_source=mail`)
    const head = await headOf(page)

    expect(head.canonicals, path).toEqual([`${baseURL}${path}`])
    expect(head.titles, path).toHaveLength(1)
    expect(head.descriptions, path).toHaveLength(1)
    expect(head.descriptions[0]?.length, path).toBeGreaterThan(40)
    expect(head.descriptions[0]?.length, path).toBeLessThanOrEqual(200)
    expect(head.robots, path).toEqual([])
    expect(head.og, path).toMatchObject({
      title: [head.titles[0]?.replace(' · Mela', '')],
      description: head.descriptions,
      url: head.canonicals,
      site_name: ['Mela'],
      type: [path.startsWith('/products/') ? 'product' : 'website'],
      'image:width': [expect.stringMatching(/^\d+$/)],
      'image:height': [expect.stringMatching(/^\d+$/)],
      'image:alt': [expect.stringMatching(/.+/)],
    })
    expect(head.card).toEqual(['summary_large_image'])
    const picture = await page.request.get(head.og.image?.[0] ?? '')
    expect(picture.headers()['content-type'], path).toMatch(/^image\//)
    titles.add(head.titles[0] ?? '')
    descriptions.add(head.descriptions[0] ?? '')
  }
  expect(titles.size).toBe(paths.length)
  expect(descriptions.size).toBe(paths.length)
})

test.describe('a page that search engines must not list', () => {
  test.use({ expectedError: failedLoad(404, 400, 401) })

  test('stays out of indexes', async ({ page }) => {
    for (const [path, robots] of [
      ['/search', 'noindex,follow'],
      ['/sale?sort=price-asc', 'noindex,follow'],
      ['/product-category/shoes?minPrice=20', 'noindex,follow'],
      ['/cart', 'noindex'],
      ['/discount/summer10', 'noindex'],
      ['/auth/login', 'noindex'],
      ['/account/profile', 'noindex'],
      ['/no/such/page', 'noindex'],
      ['/product/000000000000000000000000', 'noindex'],
    ]) {
      const html = await (await page.request.get(path ?? '')).text()
      expect(html.match(/<meta name="robots" content="(.*?)"/)?.[1], path).toBe(robots)
    }
  })
})

test('title, description and canonical address follow each navigation', async ({ page, baseURL }) => {
  const product = await inStock(page)
  await page.setViewportSize({ width: 1200, height: 800 })
  await page.goto('/')
  const home = await headOf(page)

  await page.getByRole('button', { name: 'Categories' }).click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: new RegExp(`^${product.category.name} ?\\d`) })
    .click()
  await expect(page).toHaveTitle(`${product.category.name} · Mela`)
  const category = await headOf(page)
  expect(category.canonicals).toEqual([`${baseURL}/product-category/${product.category.slug}`])
  expect(category.descriptions).toHaveLength(1)
  expect(category.descriptions).not.toEqual(home.descriptions)

  await page.getByRole('main').getByRole('article').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/products\//)
  await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible()
  const { canonicals, descriptions, titles } = await headOf(page)
  expect(canonicals).toEqual([page.url()])
  expect(titles).toHaveLength(1)
  expect(descriptions).toHaveLength(1)
  expect(descriptions).not.toEqual(category.descriptions)

  await page.goBack()
  await expect(page).toHaveTitle(`${product.category.name} · Mela`)
  expect((await headOf(page)).canonicals).toEqual(category.canonicals)
})
