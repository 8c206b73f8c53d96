import { rm } from 'node:fs/promises'
import { linkInEmail, newestEmail } from './mail.ts'
import { DESCRIPTION } from './products.ts'
import { expect, type Locator, type Page, payWith, registerByForm, test as shopTest } from './shop.ts'
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

const STOREFRONT = [
  ...['/', '/sale', '/search', '/cart', '/product-category/bread', '/pages/storing-bread', '/about', '/contact'],
  ...['/privacy-policy', '/terms-of-service', '/auth/login', '/account/profile', '/no-such-page'],
]

/** Opens a group of the settings, and fills in and saves one of its cards. */
async function set(page: Page, group: string, title: string, fill: (card: Locator) => Promise<unknown>) {
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: group, exact: true }).click()
  const card = page.getByRole('region', { name: title, exact: true })
  await fill(card)
  await card.getByRole('button', { name: `Save ${group}: ${title}` }).click()
  await expect(card.getByText('Unsaved changes')).toBeHidden()
}

const openSection = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: /Dashboard|More/ })
    .getByRole('link', { name, exact: true })
    .click()

async function makeItTheirs(page: Page) {
  await page.getByRole('link', { name: 'Set up: Name' }).click()
  await set(page, 'Shop', 'Name and description', async card => {
    await card.getByLabel('Name', { exact: true }).fill('Kaffee & Kuchen')
    await card.getByLabel('Tagline').fill('Backwaren aus Bremen')
    await card
      .getByLabel('Description', { exact: true })
      .fill('Bread and cake, baked at night and sent in the morning.')
  })
  await set(page, 'Shop', 'Contact', async card => {
    await card.getByLabel('Email').fill('moin@kuchen.example')
    await card.getByLabel('Address').fill('Am Wall 1\n28195 Bremen')
    await card.getByLabel('Town').fill('Bremen')
  })
  await set(page, 'Shop', 'Company', card => card.getByLabel('Tax number').fill('DE123456789'))
  await set(page, 'Look', 'Colour and logo', card => card.getByLabel('Accent colour', { exact: true }).fill('#00704a'))
  await set(page, 'Look', 'Hero of the home page', async card => {
    await card.getByLabel('Heading', { exact: true }).fill('Coffee, slowly.')
    await card.getByLabel('Text below the heading').fill('And bread that keeps for a week.')
  })
  await set(page, 'Money', 'Currency', card => card.getByLabel('Currency', { exact: true }).selectOption('EUR'))
  await set(page, 'Money', 'Tax', async card => {
    await card.getByRole('switch', { name: 'Prices contain the tax' }).click()
    await card.getByLabel('Name of the tax').first().fill('MwSt')
    await card.getByLabel('Tax rate').fill('19,0')
    await card.getByRole('switch', { name: 'Shipping is taxed' }).click()
  })
  await set(page, 'Countries', 'Countries', card => card.getByLabel('Add a country').selectOption('Germany'))
  await set(page, 'Delivery', 'Zones and methods', async card => {
    const germany = card.getByRole('region', { name: 'Zone 1' })
    await germany.getByLabel('Name of zone 1').fill('Germany')
    await germany.getByRole('button', { name: 'Add place' }).click()
    await germany.getByLabel('Country').selectOption('Germany')
    await germany.getByLabel('Method', { exact: true }).fill('Post')
    await germany.getByLabel('Price', { exact: true }).fill('4,90')
    await germany.getByLabel('Free above').fill('')
    await card.getByRole('button', { name: 'Add zone' }).click()
    const others = card.getByRole('region', { name: 'Zone 2' })
    await others.getByLabel('Name of zone 2').fill('Everywhere else')
    await others.getByRole('button', { name: 'Add method' }).click()
    await others.getByLabel('Method', { exact: true }).fill('Parcel')
    await others.getByLabel('Price', { exact: true }).fill('25')
  })
}

/** A category, a picture, a product in two sizes, and a page. */
async function fillIt(page: Page) {
  await openSection(page, 'Categories')
  await page.getByRole('button', { name: 'New Category' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Bread')
  await dialog.getByLabel('Name', { exact: true }).blur()
  await dialog.getByRole('button', { name: 'Add category' }).click()
  await expect(dialog).toBeHidden()

  await openSection(page, 'Media')
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 300 } })
  await page.getByRole('button', { name: 'Upload Media' }).click()
  await dialog.getByLabel('Choose pictures').setInputFiles({ name: 'loaf.png', mimeType: 'image/png', buffer })
  await dialog.getByRole('button', { name: /^Upload/ }).click()
  await expect(page.getByRole('button', { name: 'Delete loaf.png' })).toBeAttached()

  await openSection(page, 'Products')
  await page.getByRole('link', { name: 'New Product' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Rye loaf')
  await page.getByLabel('Description').fill(DESCRIPTION)
  await page.getByLabel('Category').selectOption('Bread')
  await page.getByLabel('Price', { exact: true }).fill('9,90')
  await page.getByRole('switch', { name: 'Active' }).click()
  await page.getByRole('button', { name: 'Choose thumbnail' }).click()
  await page.getByRole('dialog').getByRole('option', { name: 'loaf.png' }).click()
  await page.getByRole('button', { name: /^Use picture/ }).click()
  await page.getByRole('button', { name: 'Add options' }).click()
  await page.getByRole('button', { name: 'Add an option' }).click()
  await page.getByRole('textbox', { name: 'Add a value of Size' }).fill('Small, Large')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Generate missing combinations (1)' }).click()
  const grid = page.getByRole('grid', { name: 'Variants' })
  for (const row of [1, 2]) {
    await grid.getByRole('row').nth(row).locator('[data-column="6"]').click()
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText('2 variants, 14 units in stock')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Product created successfully.')).toBeVisible()

  await openSection(page, 'Pages')
  await page.getByRole('link', { name: 'New Page' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Storing bread')
  await page.getByLabel('Text', { exact: true }).fill('In a **clay pot**, says {{shop.name}}.')
  await page.getByRole('switch', { name: 'Published' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/pages\/edit\//)

  await openSection(page, 'Pages')
  await page.getByRole('link', { name: 'About Kaffee & Kuchen' }).click()
  await page.getByLabel('Text', { exact: true }).fill('We bake in Bremen.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Page saved.')).toBeVisible()
}

/** Buys a large loaf for an address in Berlin; answers the shopper's email. */
async function buy(page: Page, folder: string) {
  const { email } = await registerByForm(page)
  await page.goto(await linkInEmail(email, 'welcome', '/auth/confirm-email', folder))
  await page.getByRole('button', { name: 'This address is mine' }).click()
  await expect(page.getByText('Your address is confirmed. Thank you.')).toBeVisible()
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

/** Closes the shop, where a customer sees the account and 'Opening soon' but no storefront; then opens it again. */
async function closeFor(shopper: Page, { request }: Page) {
  async function setOpen(isOpen: boolean) {
    const { version } = (await (await request.get('/api/settings')).json()).data
    expect((await request.patch('/api/settings', { data: { version, shop: { isOpen } } })).status()).toBe(200)
  }
  await setOpen(false)
  await shopper.goto('/')
  await shopper.getByRole('link', { name: 'Your account and orders' }).click()
  await expect(shopper.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible()
  const home = shopper.getByRole('banner').getByRole('link', { name: 'Kaffee & Kuchen, home' })
  await home.click()
  await expect(shopper.getByRole('heading', { level: 1, name: 'Opening soon' })).toBeVisible()
  await shopper.goto('/account/profile')
  await setOpen(true)
  await home.click()
  await expect(shopper.getByRole('heading', { level: 1, name: 'Coffee, slowly.' })).toBeVisible()
  await expect(shopper.getByRole('contentinfo').getByRole('link', { name: 'Contact' })).toBeVisible()
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
  await makeItTheirs(page)
  await fillIt(page)
  await openSection(page, 'Dashboard')
  await expect(page.getByText('In EUR, 19 % included.')).toBeVisible()
  await page.getByRole('listitem').getByRole('link', { name: 'Open it' }).click()
  await expect(page.getByRole('switch', { name: 'The shop is open' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Save Shop: Open or closed' }).click()
  await expect(page.getByText('Your shop is closed.')).toBeHidden()
  await openSection(page, 'Dashboard')
  await expect(page.getByRole('img', { name: '8 of 11 done' })).toBeVisible()

  const shopper = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage()
  const email = await buy(shopper, folder)

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
  await closeFor(shopper, page)
  await shopper.context().close()
})
