import { aProduct, expect, test } from './shop.ts'
import { enterAsAdmin, login } from './staff.ts'

test('changed name, address and colours are on the next request of every page of the storefront', async ({
  page,
  theirs: shopper,
  playwright,
  baseURL,
}) => {
  const product = await aProduct(page, 'at all', () => true)
  const visitor = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const pages = [
    ...[
      '/',
      '/search',
      '/search/shirt',
      '/sale',
      '/cart',
      '/about',
      '/contact',
      '/privacy-policy',
      '/terms-of-service',
    ],
    ...[`/product/${product._id}`, `/product-category/${product.category.slug}`, '/account/profile', '/no-such-page'],
    ...['/auth/login', '/auth/register', '/auth/forgot-password', '/dashboard', '/account/checkout'],
  ]
  const textOf = async (path: string) => (await visitor.get(path)).text()
  const change = async (shop: object, look: object) => {
    const { data } = await (await page.request.get('/api/settings')).json()
    const answer = await page.request.patch('/api/settings', { data: { version: data.version, shop, look } })
    expect(answer.status(), await answer.text()).toBe(200)
    return data
  }

  await enterAsAdmin(page)
  for (const path of pages) await textOf(path)
  const { data: pictures } = await (await page.request.get('/api/media?size=1')).json()
  const [picture] = pictures
  const announced = { announcementIsShown: true, announcement: 'Back on Monday.' }
  const { shop, look } = await change(
    { name: 'Kaffee & Kuchen', tagline: 'No. 1 in Bremen.', address: ['Am Wall 1', '28195 Bremen'], town: 'Bremen' },
    { accent: '#00704a', logo: picture._id, ...announced, heroTitle: 'Coffee, slowly.' },
  )
  try {
    for (const path of pages) {
      const text = await textOf(path)
      expect(text, path).toMatch(/<title>[^<]*Kaffee &amp; Kuchen/)
      expect(text, path).not.toMatch(/\bMela\b(?!\d)/)
      expect(text, path).not.toContain('Kala Ghoda')
      expect(text, path).toContain('--color-brand:#00704a')
    }
    expect(await textOf('/')).toContain('<title>Kaffee &amp; Kuchen · No. 1 in Bremen</title>')
    expect(await textOf('/contact')).toContain('28195 Bremen')
    expect(await textOf(`/product/${product._id}`)).toContain('Ships from Bremen')
    // Markup that the server keeps must hydrate with the new settings: `cleanConsole` fails on a hydration error.
    await page.goto(`/product/${product._id}`)
    await page.goto('/about')
    await expect(page).toHaveTitle('About Kaffee & Kuchen · Kaffee & Kuchen')
    await expect(page.getByRole('contentinfo')).toContainText('Am Wall 1')
    await expect(page.getByRole('complementary', { name: 'Announcement' })).toHaveText('Back on Monday.')
    await page.getByRole('link', { name: 'Kaffee & Kuchen, home' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coffee, slowly.')

    await shopper.goto('/auth/login')
    await login(shopper, 'admin@example.com', 'mela@demo1')
    await expect(shopper.getByRole('contentinfo')).toContainText('Am Wall 1')
    await expect(shopper).toHaveTitle(/Kaffee & Kuchen/)
  } finally {
    const { name, tagline, address, town } = shop
    const { accent, logo, announcementIsShown, announcement, heroTitle } = look
    await change({ name, tagline, address, town }, { accent, logo, announcementIsShown, announcement, heroTitle })
  }
  expect(await textOf('/')).toMatch(/<title>Mela /)
  expect(await textOf('/')).not.toContain('--color-brand:')
})
