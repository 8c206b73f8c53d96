import { anAddress } from '../server/test/an-address.ts'
import { sidewaysScroll } from './axe.ts'
import { aStaffProduct, asStaff, unique } from './products.ts'
import { aVisitor, expect, failedLoad, type Page, test } from './shop.ts'
import { openAsAdmin } from './staff.ts'

const LONG = `Monsoon umbrella W${'onderfullylongname'.repeat(9)}`

/**
 * The texts of controls and other elements that end to the right of the window, outside a scroll container and without
 * an ellipsis. Texts are measured themselves, because a text may be wider than its element.
 */
const outside = (page: Page) =>
  page.locator('main').evaluate(main => {
    const reaches = (one: Element | null): boolean => {
      if (!one) return false
      const { overflowX, textOverflow, position, width } = getComputedStyle(one)
      const isForScreenReaders = position === 'absolute' && width === '1px'
      return (
        isForScreenReaders || /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis' || reaches(one.parentElement)
      )
    }
    const found: (string | null)[] = []
    const note = (one: Element | null, { right }: DOMRect) => {
      // Elements for screen readers alone are one pixel wide.
      if (one && right > innerWidth && one.getBoundingClientRect().width > 1 && !reaches(one))
        found.push(one.textContent)
    }
    for (const one of main.querySelectorAll('a, button, p, dd, span')) note(one, one.getBoundingClientRect())
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      note(texts.currentNode.parentElement, range.getBoundingClientRect())
    }
    return found
  })

test('a product name of one long word keeps all columns and the product page reachable at 390 and 1440 px', async ({
  page,
}) => {
  const { _id, name } = await aStaffProduct(page, { name: unique(LONG) })
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/dashboard/products')
    await expect(page.getByRole('switch', { name: `${name} is active` })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeInViewport({ ratio: 1 })

    await page.goto(`/product/${_id}`)
    await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible()
    expect(await sidewaysScroll(page)).toEqual([])
  }
  // Deleted, because other tests use the newest product of the shop.
  expect((await page.request.delete(`/api/products/${_id}`)).status()).toBe(200)
})

test('an option’s value of one long word fits the product page, the form and its stock movements', async ({ page }) => {
  const value = `Extra${'long'.repeat(13)}`
  const { _id } = await aStaffProduct(page, {
    options: [{ name: 'Size', values: [{ name: value }, { name: 'M' }] }],
    variants: [{ options: { Size: value }, stock: 2, sku: unique('W'.repeat(50)) }, { options: { Size: 'M' } }],
    stock: 2,
  })
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/product/${_id}?option.Size=${value}`)
    await expect(page.getByRole('radio', { name: value })).toBeChecked()
    expect(await sidewaysScroll(page)).toEqual([])

    await page.goto(`/dashboard/products/edit/${_id}`)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page.getByText('Opening stock')).toBeVisible()
    expect(await sidewaysScroll(page)).toEqual([])
    expect(await outside(page)).toEqual([])
  }
  // Leaves the form first: it would load the deleted product again.
  await page.goto('/dashboard/home')
  expect((await page.request.delete(`/api/products/${_id}`)).status()).toBe(200)
})

test.describe('texts of one long word on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('fit product page, cart, order page with its timeline, and lists of the dashboard', async ({
    page,
    theirs: shopper,
  }) => {
    const values = Array.from({ length: 12 }, (_, index) => `${String.fromCharCode(65 + index)}${'long'.repeat(14)}end`)
    const value = values[0] ?? ''
    const { _id, name } = await aStaffProduct(page, {
      name: unique(LONG),
      description: `Woven of ${'w'.repeat(180)} for the monsoon, light enough for a summer wedding.`,
      options: [{ name: 'Size', values: values.map(name => ({ name })) }],
      variants: values.map(name => ({ options: { Size: name }, stock: 2, sku: unique('W'.repeat(40)) })),
      stock: 24,
    })
    const fits = async (shown: Page) => {
      expect(await sidewaysScroll(shown)).toEqual([])
      expect(await outside(shown)).toEqual([])
    }
    const { email, password } = aVisitor()
    const account = { name: { firstName: 'W'.repeat(50), lastName: 'M'.repeat(50) }, email, password }
    expect((await shopper.request.post('/api/auth/register', { data: account })).status()).toBe(201)

    await shopper.goto(`/product/${_id}?option.Size=${value}`)
    await expect(shopper.getByRole('radio', { name: value })).toBeChecked()
    await fits(shopper)
    await shopper.getByRole('button', { name: 'Add to cart' }).first().click()
    await expect(shopper.getByText('Product added to cart successfully').first()).toBeVisible()
    await fits(shopper)
    await shopper.goto('/cart')
    await expect(shopper.getByRole('article', { name })).toBeVisible()
    await fits(shopper)

    const shippingAddress = anAddress({ name: account.name })
    const products = [{ product: _id, quantity: 1 }]
    const placed = await shopper.request.post('/api/orders', { data: { products, shippingAddress } })
    expect(placed.status()).toBe(201)
    const order = (await placed.json()).data._id
    for (const path of [`/account/pay/${order}`, `/account/pay/${order}/receipt`, '/account/profile#orders']) {
      await shopper.goto(path)
      await expect(shopper.getByText(name).first()).toBeVisible()
      await fits(shopper)
    }

    for (const [path, text] of [
      ['products', name],
      ['orders', account.name.firstName],
      [`orders/order/${order}`, `by ${account.name.firstName}`],
    ] as const) {
      await page.goto(`/dashboard/${path}`)
      await expect(page.getByText(text).first()).toBeVisible()
      await fits(page)
    }
    expect((await page.request.delete(`/api/products/${_id}`)).status()).toBe(200)
  })
})

test('an amount in the millions fits its tile at 390, 768 and 1440 px', async ({ page }) => {
  await page.route('**/api/users/admin', async route => {
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({ json: { ...body, data: { ...body.data, 'Total Sales': '$1,429,206.48' } } })
  })
  await page.setViewportSize({ width: 390, height: 900 })
  await openAsAdmin(page, '/dashboard/home')
  const figure = page.getByRole('definition').filter({ hasText: '$1,429,206.48' })
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(figure).toBeVisible()
    const isWhole = await figure.evaluate(one => one.scrollWidth <= one.clientWidth && one.clientWidth > 0)
    expect(isWhole, `at ${width} px`).toBe(true)
  }
})

test('the counter of a description fits one line on a phone, with commas between thousands', async ({ page }) => {
  await asStaff(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard/products/new')

  const counter = page.getByText('0 / 10,000')
  await expect(counter).toBeVisible()
  const lines = await counter.evaluate(one => {
    const text = document.createRange()
    text.selectNodeContents(one)
    return new Set([...text.getClientRects()].map(({ top }) => top)).size
  })
  expect(lines).toBe(1)
})

test('the link to a category of one long word fits the page of the category that it is in', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const staff = await asStaff(page)
  const [parent] = (await (await staff.get('/api/categories')).json()).data
  const child = { name: `W${'ord'.repeat(25)}`, slug: `w${Date.now()}`, description: 'Long.', parent: parent._id }
  const { data } = await (await staff.post('/api/categories', { data: child })).json()

  await page.goto(`/product-category/${parent.slug}`)
  await expect(page.getByRole('main').getByRole('link', { name: child.name })).toBeVisible()
  const scroll = await sidewaysScroll(page)

  expect((await staff.delete(`/api/categories/${data._id}`)).status()).toBe(200)
  expect(scroll).toEqual([])
})

test.describe('an address without a record', () => {
  test.use({ expectedError: failedLoad(400, 404) })

  test('is said to be missing, with a link to the list, and offers no retry', async ({ page }) => {
    for (const [path, message, way] of [
      ['customers/customer/', 'Error: Customer not found.', 'All customers'],
      ['products/import?import=', 'Error: Import not found.', 'Import products'],
      ['orders/order/', 'Error: Order not found.', 'All orders'],
    ] as const) {
      await openAsAdmin(page, `/dashboard/${path}0123456789abcdef01234567`)

      const main = page.getByRole('main')
      await expect(main.getByText(message, { exact: true })).toBeVisible()
      await expect(main.getByRole('link', { name: way })).toBeVisible()
      await expect(main.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    }
  })
})

test.describe('by finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the links of an order’s card are 44 px high and do not touch each other', async ({ page }) => {
    await openAsAdmin(page, '/dashboard/orders')
    const card = page
      .locator('tbody tr')
      .filter({ has: page.locator('a[href^="tel:"]') })
      .first()

    const call = await card.locator('a[href^="tel:"]').boundingBox()
    const order = await card.locator('a[href^="/dashboard/orders/order/"]').boundingBox()
    expect(call?.height).toBeGreaterThanOrEqual(44)
    expect(order?.height).toBeGreaterThanOrEqual(44)
    expect(order?.y).toBeGreaterThanOrEqual((call?.y ?? 0) + (call?.height ?? 0) + 4)
  })
})
