import { formatPrice } from '@mela/contract'
import type { Browser } from '@playwright/test'
import { expect, type Page, test } from './shop.ts'
import { aShopper, enterAsAdmin, openConsole, shortId } from './staff.ts'

const path = (order: { _id: string }) => `/dashboard/orders/order/${order._id}`

async function chooseStatus(page: Page, status: string) {
  await page.getByRole('button', { name: 'Update status' }).click()
  await page.getByRole('dialog').getByText(status, { exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
}

/**
 * Uses the emulator's console in a context of its own: after a context had closed one of its pages, the browser
 * sometimes did not send the next call of that context.
 */
async function refuseNextRefund(browser: Browser) {
  const paypal = await (await browser.newContext()).newPage()
  await openConsole(paypal)
  await paypal.getByText('Add a fault').click()
  await paypal.getByLabel('Kind').selectOption('refund')
  await paypal.getByLabel('Status').fill('FAILED')
  await paypal.getByLabel('How often').fill('1')
  await paypal.getByRole('button', { name: 'Add fault' }).click()
  await paypal.context().close()
}

test('T221 T222 T403 staff change an order’s status, and its customer sees each one', async ({ page, browser }) => {
  const shopper = await aShopper(browser)
  await shopper.pay()
  const theirs = await shopper.context.newPage()
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
    await theirs.goto('/account/profile')
    await expect(theirs.getByText(status, { exact: true })).toBeVisible()
  }
  await expect(page.getByText('Delivered by Mela Admin')).toBeVisible()
  await shopper.close()
})

test('a dialog of one order is closed when the browser goes back to another', async ({ page, browser }) => {
  const [one, other] = [await aShopper(browser), await aShopper(browser)]
  for (const shopper of [one, other]) await shopper.pay()
  await enterAsAdmin(page)
  await page.goto(path(one.order))
  await expect(page.getByRole('button', { name: 'Update status' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(other.order._id)
  await page
    .getByRole('option')
    .filter({ hasText: shortId(other.order) })
    .first()
    .click()
  await expect(page).toHaveURL(path(other.order))
  await page.getByRole('button', { name: 'Update status' }).click()
  await page.getByRole('dialog').getByText('Refunded').click()

  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()

  await expect(page).toHaveURL(path(one.order))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(shortId(one.order))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await one.close()
  await other.close()
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
    [String(amount + 1), `This cannot be more than ${formatPrice(amount, 'USD')}.`],
    ['1.005', 'Two decimals are the most.'],
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

  const left = formatPrice(amount - 10.5, 'USD')
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
  await expect(dialog.getByText(`${formatPrice(amount, 'USD')} goes back to its customer by itself.`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Order cancelled successfully.')).toBeVisible()

  await expect(page.getByText(`Refund of ${formatPrice(amount, 'USD')} made by the shop`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Refund due' })).toHaveCount(0)
  await page.goto(`/dashboard/orders/cancelled?keyword=${order._id}`)
  await expect(page.getByRole('row').filter({ hasText: shortId(order) })).not.toContainText('Refund due')
  await close()
})

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
  await expect(banner).toContainText(`Refund due: ${formatPrice(amount, 'USD')}`)
  await expect(banner).toContainText('PayPal could not complete this refund.')
  await banner.getByRole('button', { name: /again$/ }).click()
  await expect(page.getByText('Refunded successfully.')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await close()
})

test('staff add a note to an order and delete it; logging out with one typed asks while it can still be saved', async ({
  page,
  browser,
}) => {
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
  const note = page.getByRole('listitem').filter({ hasText: 'Leave it with the guard.' })
  await expect(note).toBeVisible()
  await expect(page.getByLabel('Add a note')).toHaveValue('')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete note' }).click()
  await expect(note).toHaveCount(0)

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
  await expect(sheet).toContainText(formatPrice(order.totalAmount, 'USD'))
  await expect(sheet).toContainText(transactionId)
  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await close()
})
