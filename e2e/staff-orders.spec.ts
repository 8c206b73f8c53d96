import { formatPrice } from '@mela/contract'
import type { Browser } from '@playwright/test'
import { expect, failedLoad, type Page, test } from './shop.ts'
import { aShopper, enterAsAdmin, openConsole, shortId } from './staff.ts'

const path = (order: { _id: string }) => `/dashboard/orders/order/${order._id}`

async function chooseStatus(page: Page, status: string) {
  await page.getByRole('button', { name: 'Update status' }).click()
  await page.getByRole('dialog').getByText(status, { exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
}

test('T202 T203 T204 T205 T206 B27 staff find every order, and those of one status, in lists of their own', async ({
  page,
}) => {
  await enterAsAdmin(page)
  await page.goto('/dashboard/orders?size=100')
  const words = async () => [
    ...new Set(await page.getByRole('row').locator('td:nth-child(2) > span > span:first-child').allTextContents()),
  ]
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  expect((await words()).length).toBeGreaterThan(3)

  await page.getByRole('link', { name: 'Ready to Ship' }).click()
  await expect(page).toHaveURL('/dashboard/orders/pending')
  await expect.poll(words).toEqual(['processing'])
  for (const status of ['Delivered', 'Cancelled', 'Refunded']) {
    await page.getByRole('navigation', { name: 'Orders' }).getByRole('link', { name: status }).click()
    await expect(page).toHaveURL(`/dashboard/orders/${status.toLowerCase()}`)
    await expect.poll(words).toEqual([status.toLowerCase()])
  }
})

test('T207 T208 T209 T210 T211 B28 a row shows customer, status, order and total', async ({ page, browser }) => {
  const { order, pay, close } = await aShopper(browser)
  await enterAsAdmin(page)
  await page.goto(`/dashboard/orders?keyword=${order._id}`)

  await expect(page.getByRole('columnheader')).toHaveText(['Customer', 'Status', 'Order Id', 'Cart Value'])
  const row = page.getByRole('row').filter({ hasText: shortId(order) })
  const badge = (word: string) => row.getByText(word, { exact: true })
  const colour = (word: string) => badge(word).evaluate(element => getComputedStyle(element).color)
  const [r = 0, g = 0, b = 0] = await rgb(page, await colour('pending'))
  expect(r > b && g > b, 'yellow').toBe(true)
  await expect(row).toContainText('Meera Nair')
  await expect(row).toContainText('400050')
  await expect(row.getByRole('link', { name: '+91 98200 12345' })).toHaveAttribute('href', 'tel:+919820012345')
  await expect(row.getByRole('link', { name: shortId(order) })).toHaveAttribute('href', path(order))
  await expect(row.getByText(formatPrice(order.totalAmount), { exact: true })).toBeVisible()

  await pay()
  await page.reload()
  const [, , blue = 0] = await rgb(page, await colour('processing'))
  expect(blue, 'blue').toBeGreaterThan(150)
  await close()
})

/** Converts any colour notation to red, green and blue. */
const rgb = (page: Page, colour: string) =>
  page.evaluate(colour => {
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen) return []
    pen.fillStyle = colour
    pen.fillRect(0, 0, 1, 1)
    return [...pen.getImageData(0, 0, 1, 1).data]
  }, colour)

test('T212 T213 T214 T215 T216 an empty list says so', async ({ page }) => {
  await enterAsAdmin(page)
  for (const [list, text] of [
    ['', 'No orders found.'],
    ['/pending', 'No orders are ready to ship.'],
    ['/delivered', 'No delivered orders found.'],
    ['/cancelled', 'No cancelled orders found.'],
    ['/refunded', 'No refunded orders found.'],
  ]) {
    await page.goto(`/dashboard/orders${list}?keyword=nobody-of-this-name`)
    await expect(page.getByText(text ?? '', { exact: true })).toBeVisible()
  }
})

test('lists are filtered by days and sorted by a press on a column, and the address says so', async ({
  page,
  browser,
}) => {
  const { order, close } = await aShopper(browser)
  await enterAsAdmin(page)
  await page.goto('/dashboard/orders')
  await page.getByRole('button', { name: /Any time/ }).click()
  await page.getByRole('link', { name: 'Today' }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/)
  await expect(page.getByRole('link', { name: shortId(order) })).toBeVisible()

  await page.getByRole('link', { name: 'Cart Value' }).click()
  await expect(page).toHaveURL(/sort=-total/)
  await expect(page.getByRole('columnheader', { name: 'Cart Value' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: /Today/ }).click()
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To').fill('2020-01-02')
  await page.getByRole('button', { name: 'Show these days' }).click()
  await expect(page.getByText('No orders found.')).toBeVisible()
  await expect(page).toHaveURL(/from=2020-01-01&to=2020-01-02/)
  await close()
})

test('orders are found by product and by pin code while typing, and going back is one step', async ({
  page,
  browser,
}) => {
  const { order, close } = await aShopper(browser)
  const name = order.products[0]?.product.name ?? ''
  await enterAsAdmin(page)
  await page.goto('/dashboard/orders/')
  const search = page.getByRole('searchbox', { name: 'Search orders' })
  await search.pressSequentially(`${name} 400050 ${shortId(order)}`)

  await expect(page.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(1)
  await expect(page.getByRole('link', { name: shortId(order) })).toBeVisible()
  await expect(search).toBeFocused()
  await search.pressSequentially('x')
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(search).toHaveValue('')
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await page.goBack()
  await expect(search).not.toHaveValue('')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/orders/')
  await expect(search).toHaveValue('')
  await close()
})

test('on phones a list is sorted by a field, since its cards have no heads', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAsAdmin(page)
  await page.goto('/dashboard/orders')
  const sort = page.getByLabel('Sort by')
  await expect(sort).toHaveValue('-created')
  await sort.selectOption('Cart Value, highest first')

  await expect(page).toHaveURL('/dashboard/orders?sort=-total')
  const { data } = await (await page.request.get('/api/orders?sort=-total&size=1')).json()
  await expect(page.getByRole('row').nth(1)).toContainText(formatPrice(data[0].totalAmount))
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(sort).toBeHidden()
})

test.describe('while the server does not answer', () => {
  test.use({ expectedError: failedLoad(400, 404, 500) })

  test('T217 T218 a list says on the whole screen that it is loading, and what to do when it failed', async ({
    page,
  }) => {
    await enterAsAdmin(page)
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/api/orders?**', async route => {
      await held
      await route.fulfill({ status: 500, body: 'broken' })
    })
    await page.goto('/dashboard/orders')
    const note = page.getByRole('status').filter({ hasText: 'Loading orders, please wait a moment...' })
    await expect(note).toBeVisible()
    const { x, y, width, height } = (await note.locator('..').boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }
    const screen = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
    expect({ x, y, height }).toEqual({ x: 0, y: 0, height: screen.height })
    // The gutter of the scrollbar stays free.
    expect(screen.width - width).toBeLessThan(20)
    release()
    await expect(page.getByText('Error: Something went wrong, please try reloading the page.')).toBeVisible()
  })

  test('T219 T220 B26 an order says that it is loading, missing, or that it failed', async ({ page, browser }) => {
    const { order, close } = await aShopper(browser)
    await enterAsAdmin(page)
    for (const unknown of ['0123456789abcdef01234567', 'nonsense']) {
      await page.goto(`/dashboard/orders/order/${unknown}`)
      await expect(page.getByText('Error: Order not found.', { exact: true })).toBeVisible()
      const main = page.getByRole('main')
      await expect(main.getByRole('link', { name: 'All orders' })).toHaveAttribute('href', '/dashboard/orders')
    }

    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(`**/api/orders/${order._id}`, async route => {
      await held
      await route.fulfill({ status: 500, body: 'broken' })
    })
    await page.goto(path(order))
    await expect(page.getByText('Loading order...')).toBeVisible()
    release()
    await expect(page.getByText('Error: Something went wrong, please try reloading the page.')).toBeVisible()
    await close()
  })
})

test('T221 T222 T403 staff change an order’s status, and its customer sees each one', async ({ page, browser }) => {
  const shopper = await aShopper(browser)
  await shopper.pay()
  await enterAsAdmin(page)
  await page.goto(path(shopper.order))
  await page.getByRole('button', { name: 'Update status' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio')).toHaveCount(6)
  await expect(dialog.getByRole('radio', { name: /pending/ })).toBeDisabled()
  await expect(dialog.getByText('An order that is processing cannot go back.')).toBeVisible()
  await page.keyboard.press('Escape')

  for (const status of ['shipped', 'delivered']) {
    await chooseStatus(page, status)
    await expect(
      page.getByText(`Order status updated to '${status.toUpperCase()}' successfully.`, { exact: true }),
    ).toBeVisible()
    await expect(dialog).toBeHidden()
    await shopper.page.goto('/account/profile')
    await expect(shopper.page.getByText(status, { exact: true })).toBeVisible()
  }
  await expect(page.getByText('Delivered by Mela Admin')).toBeVisible()
  await shopper.close()
})

test('T224 saving without a choice says what is missing', async ({ page, browser }) => {
  const { order, close } = await aShopper(browser)
  await enterAsAdmin(page)
  await page.goto(path(order))
  await page.getByRole('button', { name: 'Update status' }).click()
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByRole('alert')).toHaveText('Order ID or status is missing.')
  await close()
})

test.describe('a status that is refused', () => {
  test.use({ expectedError: failedLoad(409, 500) })

  test('T223 shows the server’s sentence', async ({ page, browser }) => {
    const shopper = await aShopper(browser)
    await enterAsAdmin(page)
    await page.goto(path(shopper.order))
    await page.getByRole('button', { name: 'Update status' }).click()
    await page.getByRole('dialog').getByText('shipped', { exact: true }).click()
    await shopper.page.request.patch(`/api/orders/${shopper.order._id}/cancel`)
    await page.getByRole('button', { name: 'Save' }).click()

    await expect(page.getByText('Order status cannot change from cancelled to shipped.')).toBeVisible()
    await expect(page.getByRole('dialog').getByText('A cancelled order can only be refunded.').first()).toBeVisible()
    await shopper.close()
  })

  test('T223 T225 without a sentence says that something went wrong, in the dialog too', async ({ page, browser }) => {
    const { order, close } = await aShopper(browser)
    await enterAsAdmin(page)
    await page.goto(path(order))
    await page.route('**/api/orders/*/update', route => route.fulfill({ status: 500, body: 'broken' }))
    await chooseStatus(page, 'shipped')

    await expect(page.getByText('Something went wrong, please try again later...')).toBeVisible()
    await expect(page.getByRole('dialog').getByText('An unknown error has occurred.')).toBeVisible()
    await close()
  })
})

test('staff refund a part of a payment, then the rest, and the order is refunded', async ({ page, browser }) => {
  const { order, pay, close } = await aShopper(browser)
  const { amount } = await pay()
  await enterAsAdmin(page)
  await page.goto(path(order))
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByText('A part of it').click()
  for (const [wrong, why] of [
    ['', 'This must be a number.'],
    ['0', 'This cannot be less than 0.01.'],
    [String(amount + 1), `This cannot be more than ${formatPrice(amount)}.`],
    ['1.005', 'Cents are the smallest part of a dollar.'],
  ] as const) {
    await dialog.getByLabel('Amount in dollars').fill(wrong)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText(why)).toBeVisible()
  }
  await dialog.getByLabel('Amount in dollars').fill('10.50')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Refund $10.50' }).click()
  await expect(page.getByText('Refunded successfully.')).toBeVisible()
  await expect(page.getByText('Refund of $10.50 made by Mela Admin')).toBeVisible()

  const left = formatPrice(amount - 10.5)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog.getByText(`$10.50 of it went back, ${left} is left.`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: `Refund ${left}` }).click()
  await expect(page.getByText('Refunded by Mela Admin')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  await close()
})

test('B19 staff cancel an order, and its payment is refunded automatically', async ({ page, browser }) => {
  const { order, pay, close } = await aShopper(browser)
  const { amount } = await pay()
  await enterAsAdmin(page)
  await page.goto(path(order))
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`${formatPrice(amount)} goes back to its customer by itself.`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Order cancelled successfully.')).toBeVisible()

  await expect(page.getByText(`Refund of ${formatPrice(amount)} made by the shop`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Refund due' })).toHaveCount(0)
  await page.goto(`/dashboard/orders/cancelled?keyword=${order._id}`)
  await expect(page.getByRole('row').filter({ hasText: shortId(order) })).not.toContainText('Refund due')
  await close()
})

/**
 * Uses the emulator's console in a context of its own: a call of a context that had just closed one of its pages
 * sometimes never left the browser.
 */
async function refuseNextRefund(browser: Browser) {
  const paypal = await openConsole(browser)
  await paypal.getByText('Add a fault').click()
  await paypal.getByLabel('Kind').selectOption('refund')
  await paypal.getByLabel('Status').fill('FAILED')
  await paypal.getByLabel('How often').fill('1')
  await paypal.getByRole('button', { name: 'Add fault' }).click()
  await paypal.context().close()
}

test('B19 a refund that the provider refuses is due on home, list and order until a retry', async ({
  page,
  browser,
}) => {
  const { order, pay, close } = await aShopper(browser)
  const { amount } = await pay()
  await enterAsAdmin(page)
  await refuseNextRefund(browser)
  await page.request.patch(`/api/orders/${order._id}/cancel`)

  await page.goto('/dashboard/home')
  await page.getByRole('link', { name: 'Refund due' }).first().click()
  const row = page.getByRole('row').filter({ hasText: shortId(order) })
  await expect(row).toContainText('Refund due')
  await row.getByRole('link', { name: shortId(order) }).click()
  const banner = page.getByRole('region', { name: 'Refund due' })
  await expect(banner).toContainText(`Refund due: ${formatPrice(amount)}`)
  await expect(banner).toContainText('PayPal could not complete this refund.')
  await banner.getByRole('button', { name: /again$/ }).click()
  await expect(page.getByText('Refunded successfully.')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await close()
})

test('staff add a note to an order, and delete it', async ({ page, browser }) => {
  const { order, close } = await aShopper(browser)
  await enterAsAdmin(page)
  await page.goto(path(order))
  await page.getByLabel('Add a note').fill('Leave it with the guard.')
  await page.getByRole('button', { name: 'Add note' }).click()

  await expect(page.getByText('Leave it with the guard.')).toBeVisible()
  await expect(page.getByLabel('Add a note')).toHaveValue('')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete note' }).click()
  await expect(page.getByText('Leave it with the guard.')).toHaveCount(0)
  await close()
})

test('logging out with a note typed asks while the note can still be saved', async ({ page, browser }) => {
  const { order, close } = await aShopper(browser)
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAsAdmin(page)
  await page.goto(path(order))
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
  const logOut = async () => {
    await page.getByRole('button', { name: /Mela Admin/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
  }
  await page.getByLabel('Add a note').fill('Leave it with the guard.')

  await logOut()
  await asked.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Leave it with the guard.' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Add a note').fill('Ring twice.')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await logOut()
  await asked.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL('/auth/login')
  expect((await page.request.get('/api/users/current-user')).status()).toBe(401)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('mela.user'))).toBe('null')
  await close()
})

test('a packing slip has lines and recipient but no price; an invoice has the total', async ({ page, browser }) => {
  const { order, pay, close } = await aShopper(browser)
  const { transactionId } = await pay()
  await enterAsAdmin(page)
  await page.goto(path(order))
  await page.getByRole('link', { name: 'Packing slip' }).click()
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText(order.products[0]?.product.name ?? '')
  await expect(sheet).toContainText('12 Sea View Apartments')
  await expect(sheet).not.toContainText('$')

  await page.goto(`${path(order)}/invoice`)
  await expect(sheet).toContainText(formatPrice(order.totalAmount))
  await expect(sheet).toContainText(transactionId)
  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await close()
})
