import { AxeBuilder } from '@axe-core/playwright'
import { aStaffProduct, DESCRIPTION } from './products.ts'
import {
  addAddress,
  addToCart,
  aProduct,
  expect,
  inStock,
  leave,
  type Page,
  placeOrder,
  register,
  test,
} from './shop.ts'
import { aShopper, contest, enterAsAdmin, openAsAdmin } from './staff.ts'

// The longest of all files, by far: its tests know nothing of each other.
test.describe.configure({ mode: 'parallel' })

/** Axe reads the colours of the moment: a button that is just fading in would have neither its old contrast nor its new one. */
async function stopAllMotion(page: Page) {
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still]
  })
}

/** In light with every rule; in dark only the colours can differ. */
async function expectAccessible(page: Page) {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await stopAllMotion(page)
  await expectNoViolation(page, new AxeBuilder({ page }))
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolation(page, new AxeBuilder({ page }).withRules('color-contrast'))
  await page.emulateMedia({ colorScheme: 'light' })
}

async function expectNoViolation(page: Page, axe: AxeBuilder) {
  // No screen has frames; without this a second page is opened for each analysis to sum up theirs.
  const { violations } = await axe.setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
    [],
  )
}

/** Wide and narrow; everybody else's widths lie between. */
const WIDTHS = [1440, 390]

for (const width of WIDTHS) {
  test(`axe finds nothing on any screen at ${width} px, light or dark`, async ({ page }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    const product = await inStock(page)
    for (const path of [
      '/',
      `/product/${product._id}`,
      '/product-category/shoes',
      '/search?keyword=kurta',
      '/search?keyword=zzzz',
    ]) {
      await page.goto(path)
      await expectAccessible(page)
    }
    for (const path of ['/sale', '/cart', '/contact', '/privacy-policy', '/auth/login', '/auth/register'].concat([
      '/auth/forgot-password',
      '/auth/reset-password?token=any',
      '/auth/confirm-email?token=any',
    ])) {
      await page.goto(path)
      await expectAccessible(page)
    }

    await register(page)
    await addToCart(page, product)
    await page.goto('/cart')
    await expectAccessible(page)
    await page.goto('/account/shipping')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add address' }).click()
    await expectAccessible(page)
    await addAddress(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'CONTINUE' }).click()
    await expectAccessible(page)
    await placeOrder(page)
    await expectAccessible(page)
  })
}

for (const width of WIDTHS) {
  test(`axe finds nothing at a review, a picture in full and a changed cart at ${width} px, light or dark`, async ({
    page,
  }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    const product = await inStock(page)
    const gone = await aProduct(page, 'else', ({ _id, stock }) => _id !== product._id && stock > 1)
    await register(page)

    await page.goto(`/product/${product._id}`)
    await page.getByRole('button', { name: 'Submit review' }).click()
    await expectAccessible(page)
    await page.getByRole('radio', { name: '5 stars' }).check()
    await page.getByLabel('Title').fill('Better than I hoped')
    await page.getByLabel('Comment').fill('Worn every week since Diwali.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Submit review' }).click()
    await expect(page.getByText('Your review', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Edit' }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete review' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    // Without motion the toasts have no clock, and cover the picture.
    await page.reload()
    await page
      .getByRole('button', { name: /full screen/ })
      .first()
      .click()
    await expectAccessible(page)

    await addToCart(page, product)
    await addToCart(page, gone)
    await page.evaluate(() => {
      const cart = JSON.parse(localStorage.getItem('mela.cart') ?? '{}')
      cart.items[0].product.price += 20
      cart.items[1].product._id = '0'.repeat(24)
      localStorage.setItem('mela.cart', JSON.stringify(cart))
    })
    await page.goto('/cart')
    await expect(page.getByRole('alert')).toContainText('no longer available')
    await expectAccessible(page)
    await page.goto('/account/shipping')
    await expect(page.getByRole('alert')).toContainText('no longer available')
    await expectAccessible(page)
  })
}

for (const width of WIDTHS) {
  test(`axe finds nothing while something is being looked for at ${width} px, light or dark`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    for (const path of [
      '/search?category=shoes&inStock=true&rating=4&maxPrice=200',
      '/search?minPrice=100000',
      '/search?keyword=loafre',
    ]) {
      await page.goto(path)
      await expectAccessible(page)
    }

    if (width < 1024) await page.getByRole('button', { name: 'Filter and sort' }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await page.goto('/')
    if (width < 1024) await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('banner').getByRole('combobox', { name: 'Search products' }).pressSequentially('kurta')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expectAccessible(page)
  })
}

for (const width of WIDTHS) {
  test(`axe finds nothing on the profile and in its dialogs at ${width} px, light or dark`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    const { _id } = await inStock(page)
    await register(page)
    await page.goto('/account/profile')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add address' }).click()
    await addAddress(page)
    const { data } = await (await page.request.get('/api/users/current-user/addresses')).json()
    for (let count = 0; count < 9; count++) {
      const order = { products: [{ product: _id, quantity: 1 }], shippingAddress: data[0] }
      await page.request.post('/api/orders', { data: order })
    }
    await page.goto('/account/profile')
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

    for (const name of ['Edit profile', /^Edit 12/, /^Delete 12/, 'Delete account']) {
      await page.getByRole('button', { name }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
    }
    await leave(page)
  })
}

for (const width of WIDTHS) {
  test(`axe finds nothing on the dashboard’s home, in its palette and its help at ${width} px, light or dark`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await openAsAdmin(page, '/dashboard/home')
    await expect(page.getByRole('heading', { name: 'Best sellers' })).toBeVisible()
    await expectAccessible(page)
    await page.getByText('Show as table').click()
    await expectAccessible(page)

    const palette = page.getByRole('dialog', { name: 'Search the dashboard' })
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('option').first()).toBeVisible()
    await expectAccessible(page)
    for (const [typed, group] of [
      ['kurta', 'Products'],
      ['example', 'Customers'],
      ['zzzzqqqq', undefined],
    ]) {
      await palette.getByRole('combobox').fill(typed ?? '')
      await expect(palette.getByRole('status')).toHaveText(group ? /^\d+ found\.$/ : 'Nothing found.')
      if (group) await expect(palette.getByRole('group', { name: group })).toBeVisible()
      await expectAccessible(page)
    }
    await page.keyboard.press('Escape')

    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    if (width < 1024) {
      await page.getByRole('button', { name: 'Open menu' }).click()
      await expectAccessible(page)
    }
  })
}

test('axe finds nothing in the dialogs that keep an account safe, which fit a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const { password } = await register(page)
  await page.goto('/account/profile')
  await page.getByRole('button', { name: 'Update password' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Set up' }).click()
  await expectAccessible(page)
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(page)
  const tooWide = () => page.getByRole('dialog').evaluate(dialog => dialog.scrollWidth - dialog.clientWidth)
  expect(await tooWide()).toBeLessThanOrEqual(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

for (const width of WIDTHS) {
  test(`axe finds nothing among orders, payments and disputes at ${width} px, light or dark`, async ({
    page,
    browser,
  }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    const { order, pay, close } = await aShopper(browser)
    const payment = await pay()
    await enterAsAdmin(page)
    await page.goto('/dashboard/orders?size=100')
    await expectAccessible(page)
    await page.getByRole('button', { name: /Any time/ }).click()
    await expectAccessible(page)
    await page.goto('/dashboard/orders/pending?keyword=zzzz')
    await expectAccessible(page)

    const orderPath = `/dashboard/orders/order/${order._id}`
    await page.goto(orderPath)
    await page.getByLabel('Add a note').fill('Leave it with the guard.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByText('Leave it with the guard.')).toBeVisible()
    await expectAccessible(page)
    for (const name of ['Update status', 'Refund', 'Cancel order', 'Delete']) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
    }
    for (const path of [`${orderPath}/packing-slip`, `${orderPath}/invoice`]) {
      await page.goto(path)
      await expectAccessible(page)
    }

    await contest(page, payment.transactionId)
    for (const path of ['/dashboard/payments', `/dashboard/payments/payment/${payment._id}`, '/dashboard/disputes']) {
      await page.goto(path)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
    }
    await page.goto(`/dashboard/disputes/open?keyword=${order._id}`)
    await page.getByRole('row').last().getByRole('link').first().click()
    await expect(page.getByRole('button', { name: 'Accept claim' })).toBeVisible()
    await expectAccessible(page)
    await page.goto(`${orderPath}/nothing`)
    await expectAccessible(page)
    await close()
  })
}

for (const width of [320, 768, 1440]) {
  test(`no screen scrolls sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const product = await inStock(page)
    for (const path of [
      '/',
      `/product/${product._id}`,
      '/search?category=shoes&inStock=true&rating=4&maxPrice=200',
      '/sale',
      '/product-category/kurtas',
      '/cart',
      '/contact',
      '/auth/login',
      '/auth/register',
    ]) {
      await page.goto(path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
    }
    await openAsAdmin(page, '/dashboard/home')
    await expect(page.getByRole('heading', { name: 'Best sellers' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
}

for (const width of WIDTHS) {
  test(`axe finds nothing where staff keeps categories, customers, pictures and the log at ${width} px, light or dark`, async ({
    page,
  }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await openAsAdmin(page, '/dashboard/categories')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New Category' }).click()
    await page.getByRole('button', { name: 'Add category' }).click()
    await expectAccessible(page)

    await openAsAdmin(page, '/dashboard/customers')
    await expectAccessible(page)
    await page.getByRole('cell').getByRole('link').first().click()
    await expect(page.getByText('Customer since')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Change role' }).click()
    await page.getByRole('dialog').getByText('Manager').click()
    await expectAccessible(page)

    await openAsAdmin(page, '/dashboard/media')
    await expectAccessible(page)
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click()
    await expect(page.getByRole('list', { name: 'Products that lose it' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Upload Media' }).click()
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('text') }
    await page.getByLabel('Choose pictures').setInputFiles([notes])
    await expectAccessible(page)

    const name = `Lamps ${width}`
    await page.request.post('/api/categories', { data: { name, slug: `lamps-${width}` } })
    await openAsAdmin(page, '/dashboard/audit?group=category')
    await page.locator('summary').first().click()
    await expectAccessible(page)
    await openAsAdmin(page, '/dashboard/audit?keyword=nothing')
    await expectAccessible(page)
    for (const path of ['categories', 'customers', 'media', 'audit']) {
      await page.setViewportSize({ width: 320, height: 900 })
      await openAsAdmin(page, `/dashboard/${path}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
    }
  })
}

for (const width of WIDTHS) {
  test(`axe finds nothing where staff keeps its products at ${width} px, light or dark`, async ({ page }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    const { _id, name, price } = await aStaffProduct(page)
    await page.goto('/dashboard/products')
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await expectAccessible(page)
    await page.goto('/dashboard/products/inactive?keyword=zzzzqq')
    await expectAccessible(page)

    await page.goto('/dashboard/products/new')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Choose thumbnail' }).click()
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
    await expectAccessible(page)

    await page.request.put(`/api/products/${_id}`, { data: { price: price + 1 } })
    await page.goto(`/dashboard/products/edit/${_id}`)
    await expect(page.getByRole('button', { name: 'Undo: Price' })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Name', { exact: true }).fill('Half a thought')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Discard changes' }).click()

    await page.goto('/dashboard/products/import')
    await expectAccessible(page)
    const table = `Id,Name,Description,Price\n${_id},,${DESCRIPTION.replaceAll(',', '')},135\n,Shoe,,\n`
    const file = { name: 'sarees.csv', mimeType: 'text/csv', buffer: Buffer.from(table) }
    await page.getByLabel('Choose a CSV file, or drop it here').setInputFiles(file)
    await expect(page.getByText('Nothing is written yet.')).toBeVisible()
    await expectAccessible(page)
    for (const path of ['', '/new', `/edit/${_id}`, '/import']) {
      await page.setViewportSize({ width: 320, height: 900 })
      await page.goto(`/dashboard/products${path}`)
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
    }
  })
}
