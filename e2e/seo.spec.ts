import { activeProducts, aProduct, expect, failedLoad, inStock, type Page, test } from './shop.ts'

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

interface Thing {
  '@type': string
  [key: string]: unknown
}

/** The page's structured data. */
async function thingsOn(page: Page): Promise<Thing[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.flatMap(text => {
    const { '@context': context, '@graph': graph } = JSON.parse(text)
    expect(context).toBe('https://schema.org')
    return graph
  })
}

const ofType = (things: Thing[], type: string) => things.filter(thing => thing['@type'] === type)

async function storefront(page: Page) {
  const product = await inStock(page)
  return ['/', `/products/${product.slug}`, `/product-category/${product.category.slug}`, '/sale', '/about', '/contact']
}

test('every page has one title, one description, one canonical address and a picture to share', async ({
  page,
  baseURL,
}) => {
  const titles = new Set<string>()
  const descriptions = new Set<string>()
  const paths = [...(await storefront(page)), '/privacy-policy', '/terms-of-service']
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

test('a canonical address keeps the page of a list and the keyword of a search, and nothing else', async ({
  page,
  baseURL,
}) => {
  for (const [path, canonical] of [
    ['/sale?page=2&size=8&sort=price-asc', '/sale?page=2'],
    ['/sale?page=1', '/sale'],
    ['/search?inStock=true&keyword=kurta&page=1', '/search?keyword=kurta'],
  ]) {
    await page.goto(path ?? '')
    expect((await headOf(page)).canonicals).toEqual([`${baseURL}${canonical}`])
  }
})

test.describe('a page that search engines must not list', () => {
  test.use({ expectedError: failedLoad(404, 400, 401) })

  test('stays out of indexes', async ({ page }) => {
    for (const [path, robots] of [
      ['/search', 'noindex,follow'],
      ['/search?keyword=kurta', 'noindex,follow'],
      ['/sale?sort=price-asc', 'noindex,follow'],
      ['/product-category/shoes?minPrice=20', 'noindex,follow'],
      ['/cart', 'noindex'],
      ['/auth/login', 'noindex'],
      ['/auth/register', 'noindex'],
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

test('B145 a product has structured data with price, availability and rating', async ({ page, baseURL }) => {
  const soldOut = await aProduct(page, 'that is sold out', ({ stock }) => stock === 0)
  const discounted = await aProduct(
    page,
    'on sale',
    ({ onSale, salePrice, stock }) => onSale && salePrice > 0 && stock > 0,
  )
  for (const product of [soldOut, discounted]) {
    await page.goto(`/product/${product._id}`)
    const url = `${baseURL}/products/${product.slug}`
    expect((await headOf(page)).canonicals).toEqual([url])
    const { data } = await (await page.request.get(`/api/products/${product._id}`)).json()
    const things = await thingsOn(page)
    const [described] = ofType(things, 'Product')

    expect(described).toMatchObject({
      name: product.name,
      description: data.description,
      image: expect.arrayContaining([expect.stringMatching(`^${baseURL}/media/`)]),
      offers: {
        '@type': 'Offer',
        url,
        price: (product.onSale && product.salePrice > 0 ? product.salePrice : product.price).toFixed(2),
        priceCurrency: 'USD',
        availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
        itemCondition: 'https://schema.org/NewCondition',
      },
    })
    const [trail] = ofType(things, 'BreadcrumbList')
    expect(trail?.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${baseURL}/` },
      {
        '@type': 'ListItem',
        position: 2,
        name: product.category.name,
        item: `${baseURL}/product-category/${product.category.slug}`,
      },
      { '@type': 'ListItem', position: 3, name: product.name, item: url },
    ])
  }
})

test('structured data has a rating only for products with reviews', async ({ page }) => {
  const rated = await aProduct(page, 'with reviews', ({ rating }) => rating.count > 0)
  const unrated = await aProduct(page, 'without reviews', ({ rating }) => rating.count === 0)

  await page.goto(`/product/${rated._id}`)
  const [described] = ofType(await thingsOn(page), 'Product')
  expect(described).toMatchObject({
    aggregateRating: { ratingValue: Number(rated.rating.average.toFixed(2)), reviewCount: rated.rating.count },
  })
  for (const review of (described?.review ?? []) as Thing[]) {
    expect(review).toMatchObject({
      '@type': 'Review',
      author: { '@type': 'Person', name: expect.stringMatching(/\S/) },
      reviewRating: { '@type': 'Rating', ratingValue: expect.any(Number) },
      datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  }

  await page.goto(`/product/${unrated._id}`)
  const [other] = ofType(await thingsOn(page), 'Product')
  expect(other).not.toHaveProperty('aggregateRating')
  expect(other).not.toHaveProperty('review')
})

test('home has structured data about the shop’s operator and its search', async ({ page, baseURL }) => {
  await page.goto('/')
  const things = await thingsOn(page)

  expect(ofType(things, 'Organization')).toMatchObject([
    { name: 'Mela', url: `${baseURL}/`, email: 'support@example.com', logo: expect.stringMatching(/^http/) },
  ])
  expect(ofType(things, 'WebSite')).toMatchObject([
    { potentialAction: { '@type': 'SearchAction', 'query-input': 'required name=keyword' } },
  ])
  const [, template = ''] = /"urlTemplate":"(.*?)"/.exec(JSON.stringify(things)) ?? []
  await page.goto(template.replace('{keyword}', 'kurta'))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('kurta')
})

test('the sitemap named by robots.txt lists pages that answer at exactly that address', async ({ page, baseURL }) => {
  const robots = await (await page.request.get('/robots.txt')).text()
  const [, address = ''] = robots.match(/^Sitemap: (.*)$/m) ?? []
  const sitemap = await (await page.request.get(address)).text()
  const locations = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location = '']) => location)
  const scope = await activeProducts(page)

  expect(locations).toContain(`${baseURL}/`)
  for (const { slug } of scope) expect(locations).toContain(`${baseURL}/products/${slug}`)
  for (const location of locations.filter((_, index) => index % 5 === 0)) {
    const answer = await page.request.get(location, { maxRedirects: 0 })
    expect(answer.status(), location).toBe(200)
    expect(await answer.text(), location).toContain(`<link rel="canonical" href="${location}"/>`)
  }
})

test('B120 a page has one address, and its variants redirect there', async ({ page, baseURL }) => {
  const { _id, slug } = await inStock(page)
  for (const [variant, right] of [
    ['/sale/', '/sale'],
    ['/SALE?page=2', '/sale?page=2'],
    ['//sale', '/sale'],
    ['/Product-Category/Shoes/', '/product-category/shoes'],
    [`/product/${_id.toUpperCase()}`, `/product/${_id}`],
    [`/products/${slug.toUpperCase()}/`, `/products/${slug}`],
  ]) {
    const answer = await page.request.get(`${baseURL}${variant}`, { maxRedirects: 0 })
    expect(answer.status(), variant).toBe(301)
    expect(answer.headers().location, variant).toBe(right)
  }
  const call = await page.request.get('/api/categories/', { maxRedirects: 0 })
  expect(call.status()).toBe(200)
})
