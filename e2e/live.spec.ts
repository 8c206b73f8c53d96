import { expect, failedLoad, inStock, test } from './shop.ts'
import { aShopper, enterAsAdmin, shortId } from './staff.ts'

test('an order paid in one browser appears in another’s dashboard without a reload', async ({ page, browser }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAsAdmin(page)
  await page.goto('/dashboard/home')
  const recent = page.getByRole('table', { name: 'Recent processing orders' })
  await expect(recent).toBeVisible()
  const newOrders = page.getByRole('definition').first()
  const before = Number(await newOrders.textContent())

  const { order, pay, close } = await aShopper(browser)
  await pay()

  await expect(recent.getByRole('link', { name: shortId(order) })).toBeVisible()
  const note = page.getByRole('status', { name: 'What just happened' })
  await expect(note).toContainText(/New order: \$[\d,]+\.\d\d from Meera Nair/)
  await expect(newOrders).toHaveText(String(before + 1))
  const orders = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Orders' })
  await expect(orders).toContainText('1 new')
  await note.getByRole('link').click()
  await expect(page).toHaveURL(`/dashboard/orders/order/${order._id}`)
  await expect(orders).toHaveText('Orders')
  await close()
})

test('low stock is announced where it is shown, and all tabs of a browser share one stream', async ({
  page,
  context,
}) => {
  const streams: string[] = []
  context.on('request', request => {
    if (request.url().endsWith('/api/dashboard/events')) streams.push(request.url())
  })
  await enterAsAdmin(page)
  await page.goto('/dashboard/home')
  const second = await context.newPage()
  await second.goto('/dashboard/home')
  await expect(second.getByRole('heading', { name: 'Low stock' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Low stock' })).toBeVisible()

  const { _id, stock, name } = await inStock(page)
  const save = (quantity: number) => page.request.put(`/api/products/${_id}`, { data: { stock: quantity } })
  // The list shows the lowest stocks only, and the demo has sold-out sizes: only stock 0 puts the product on it.
  expect((await save(0)).status()).toBe(200)

  for (const tab of [page, second]) {
    await expect(tab.getByRole('status', { name: 'What just happened' })).toContainText(`Out of stock: ${name}`)
    await expect(tab.getByRole('listitem').filter({ hasText: name }).getByText('Out of stock')).toBeVisible()
  }
  expect(streams).toHaveLength(1)

  await save(stock)
  await second.close()
})

test.describe('a lost connection', () => {
  test.use({ expectedError: failedLoad(503) })

  test('is made again, and the shown data is loaded again after it', async ({ page }) => {
    await page.clock.install()
    await enterAsAdmin(page)
    let isAway = true
    let loads = 0
    await page.route('**/api/dashboard/events', route => (isAway ? route.fulfill({ status: 503 }) : route.continue()))
    page.on('request', request => {
      if (request.url().endsWith('/api/users/admin')) loads++
    })
    const refused = page.waitForResponse('**/api/dashboard/events')
    await page.goto('/dashboard/home')
    await refused
    await expect(page.getByRole('definition').first()).toBeVisible()

    isAway = false
    const loaded = loads
    await page.clock.runFor(11_000)
    await expect.poll(() => loads).toBeGreaterThan(loaded)
  })
})
