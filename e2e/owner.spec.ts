import { rm } from 'node:fs/promises'
import { newestEmail } from './mail.ts'
import { aPicture, DESCRIPTION } from './products.ts'
import { expect, type Page, payWith, register, test as shopTest } from './shop.ts'
import { leftDemo, owner, startProcess } from './shop-process.ts'
import { shopOf } from './shops.ts'
import { login } from './staff.ts'

/** Tests in a shop that has left the demo: the owner is the only account, and payments go to the emulator. */
const test = shopTest.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: this is how Playwright knows that it needs no other fixture
  folder: async ({}, use) => {
    const folder = await leftDemo()
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  baseURL: async ({ folder }, use, { parallelIndex }) => {
    const shop = startProcess(folder, shopOf(parallelIndex).port + 3, undefined, {})
    await shop.opens()
    await use(shop.url)
    shop.child.kill('SIGTERM')
    await shop.ended
  },
})

const STOREFRONT = ['/', '/search', '/product-category/bread', '/pages/storing-bread', '/about', '/terms-of-service']

async function nameIt(page: Page) {
  await page.getByRole('link', { name: 'Set up: Name' }).click()
  const card = page.getByRole('region', { name: 'Name and description', exact: true })
  await card.getByLabel('Name', { exact: true }).fill('Kaffee & Kuchen')
  await card.getByLabel('Tagline').fill('Backwaren aus Bremen')
  await card.getByLabel('Description', { exact: true }).fill('Bread and cake, baked at night and sent in the morning.')
  await card.getByRole('button', { name: 'Save Shop: Name and description' }).click()
  await expect(card.getByText('Unsaved changes')).toBeHidden()
}

const zone = (name: string, countries: string[], method: string, price: number) => ({
  name,
  places: countries.map(country => ({ country, state: null })),
  methods: [{ name: method, price, steps: [], freeAbove: null, minDays: null, maxDays: null }],
})

async function send(
  { request }: Page,
  method: 'post' | 'patch',
  path: string,
  given: Parameters<typeof request.post>[1],
) {
  const answer = await request[method](`/api${path}`, given)
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()).data
}

/** All that staff*.spec.ts show being typed: settings, a category, a picture, a product in two sizes, and pages. */
async function furnishIt(page: Page) {
  const { version } = (await (await page.request.get('/api/settings')).json()).data
  const settings = {
    shop: {
      email: 'moin@kuchen.example',
      address: ['Am Wall 1', '28195 Bremen'],
      town: 'Bremen',
      taxNumber: 'DE123456789',
    },
    look: { accent: '#00704a', heroTitle: 'Coffee, slowly.', heroText: 'And bread that keeps for a week.' },
    money: { currency: 'EUR', taxIncluded: true, taxName: 'MwSt', taxPercent: 19, taxOnShipping: true },
    countries: { sold: ['IN', 'DE'] },
    delivery: { zones: [zone('Germany', ['DE'], 'Post', 4.9), zone('Everywhere else', [], 'Parcel', 25)] },
  }
  await send(page, 'patch', '/settings', { data: { version, ...settings } })
  const category = await send(page, 'post', '/categories', { data: { name: 'Bread', slug: 'bread' } })
  const picture = await send(page, 'post', '/media', { multipart: { image: await aPicture(page, 'loaf.png') } })
  const sizes = ['Small', 'Large']
  const product = {
    name: 'Rye loaf',
    description: DESCRIPTION,
    price: 9.9,
    onSale: false,
    salePrice: 0,
    stock: 14,
    isActive: true,
    category: category._id,
    thumbnail: picture._id,
    gallery: [],
    options: [{ name: 'Size', values: sizes.map(name => ({ name })) }],
    variants: sizes.map(Size => ({ options: { Size }, stock: 7 })),
  }
  await send(page, 'post', '/products', { data: product })
  const text = { title: 'Storing bread', slug: 'storing-bread', body: 'In a **clay pot**, says {{shop.name}}.' }
  await send(page, 'post', '/pages', { data: { ...text, isPublished: true } })
  const { data: pages } = await (await page.request.get('/api/pages/staff')).json()
  const { _id } = pages.find(({ slug }: { slug: string }) => slug === 'about')
  const { data: about } = await (await page.request.get(`/api/pages/staff/${_id}`)).json()
  await send(page, 'patch', `/pages/${_id}`, { data: { version: about.version, body: 'We bake in Bremen.' } })
}

/** Buys a large loaf for an address in Berlin; answers the shopper's email. */
async function buy(page: Page) {
  const { email } = await register(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Bread' }).first().click()
  // Waits for the new page: the home page shows the loaf too, and a click during the change of pages is lost.
  await expect(page.getByRole('heading', { level: 1, name: 'Bread' })).toBeVisible()
  await page.getByRole('link', { name: 'Rye loaf' }).first().click()
  await page.getByRole('radio', { name: 'Large' }).check({ force: true })
  await expect(page.getByRole('main')).toContainText('€9.90')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Product added to cart successfully')).toBeVisible()
  await page.goto('/account/shipping')
  const dialog = page.getByRole('region', { name: 'Add address' })
  await dialog.getByLabel('Country').selectOption('Germany')
  await dialog.getByLabel('Street and house number').fill('Ufer 7')
  await dialog.getByLabel('Postal code').fill('10115')
  await dialog.getByLabel('City').fill('Berlin')
  await dialog.getByLabel('Phone').fill('+49 30 901820')
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary).toContainText('Shipping (Post)€4.90')
  await expect(summary).toContainText('Included tax (19% MwSt)€2.36')
  await page.getByRole('button', { name: 'Pay €14.80' }).click()
  await page.waitForURL(/\/account\/pay\/[0-9a-f]{24}$/)
  await payWith(page, 'Pay')
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('Amount paid€14.80 EUR')
  await page.getByRole('link', { name: 'View order' }).click()
  await expect(page.getByRole('main')).toContainText('Ufer 710115 BerlinGermany+49 30901820')
  return email
}

test('an owner empties the demo and makes the shop theirs, and a shopper in Germany buys there', async ({
  browser,
  baseURL,
  folder,
  page,
}) => {
  test.setTimeout(180_000)
  await page.goto('/auth/login')
  await login(page, owner.email, owner.password)
  await expect(page.getByRole('button', { name: 'All categories' })).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('img', { name: '0 of 11 done' })).toBeVisible()
  await nameIt(page)
  await furnishIt(page)
  await page.goto('/dashboard/home')
  await expect(page.getByText('In EUR, 19 % included.')).toBeVisible()
  await page.getByRole('listitem').getByRole('link', { name: 'Open it' }).click()
  await expect(page.getByRole('switch', { name: 'The shop is open' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Save Shop: Open or closed' }).click()
  await expect(page.getByText('Your shop is closed.')).toBeHidden()
  await page.goto('/dashboard/home')
  await expect(page.getByRole('img', { name: '8 of 11 done' })).toBeVisible()

  const shopper = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage()
  const email = await buy(shopper)

  for (const path of STOREFRONT) {
    const text = await (await shopper.request.get(path)).text()
    expect(text, path).toMatch(/<title>[^<]*Kaffee &amp; Kuchen/)
    expect(text, path).toContain('--color-brand:#00704a')
    expect(/.{0,40}(\bMela\b(?!\d)|\$\d|kurta|Mumbai).{0,40}/.exec(text)?.[0], path).toBeUndefined()
  }
  const invoice = shopper.getByRole('link', { name: /^Invoice TEST-\d{4}-0001$/ })
  const [file] = await Promise.all([shopper.waitForEvent('download'), invoice.click()])
  expect(file.suggestedFilename()).toMatch(/^invoice-TEST-\d{4}-0001\.pdf$/)
  await page.goto('/paypal-emulator/__emulator')
  await expect(page.getByRole('heading', { name: 'Capture €14.80 completed' })).toBeVisible()
  for (const kind of ['welcome', 'paid']) {
    const source = () => newestEmail(email, kind, folder)
    await expect.poll(source).toContain('From: "Kaffee & Kuchen" <moin@kuchen.example>')
    expect(await source(), kind).not.toMatch(/\bMela\b|\$\d|#7a1f2d/)
  }
  await shopper.context().close()
})
