import { formatPrice } from '@mela/contract'
import { expectAccessible } from './axe.ts'
import { expect, type Page, test } from './shop.ts'
import { aShopper, enterAsAdmin, shortId } from './staff.ts'

const path = (order: { _id: string }) => `/dashboard/orders/order/${order._id}`

async function chooseStatus(page: Page, status: string) {
  await page.getByRole('button', { name: 'Update status' }).click()
  await page.getByRole('dialog').getByText(status, { exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
}

/** Makes the provider refuse the next refund, by the form of the emulator's console. */
async function refuseNextRefund({ request: admin }: Page) {
  const path = '/paypal-emulator/__emulator'
  const [, token = ''] = /name="form_token" value="(.*?)"/.exec(await (await admin.get(path)).text()) ?? []
  const form = { form_token: token, action: 'fault', kind: 'refund', status: 'FAILED', count: '1' }
  expect((await admin.post(path, { form })).status()).toBe(200)
}

test('T221 T222 T403 staff ship and deliver an order, which its customer sees, and refund it in two parts', async ({
  page,
  browser,
}) => {
  const shopper = await aShopper(browser)
  const { amount } = await shopper.pay()
  const theirs = await shopper.context.newPage()
  await enterAsAdmin(page)
  await page.goto(path(shopper.order))
  await page.getByRole('button', { name: 'Update status' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio')).toHaveCount(6)
  await expect(dialog.getByRole('radio', { name: /pending/ })).toBeDisabled()
  await expect(dialog.getByText('An order that is processing cannot go back.')).toBeVisible()
  await expectAccessible(page)
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

  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByLabel('Amount in dollars').fill(String(amount + 1))
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText(`This cannot be more than ${formatPrice(amount, 'USD')}.`)).toBeVisible()
  await expectAccessible(page)
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
  await shopper.close()
})

test('B19 a refund that the provider refuses is due on home, list and order until a retry', async ({
  page,
  browser,
}) => {
  const { order, pay, close } = await aShopper(browser)
  const { amount } = await pay()
  await enterAsAdmin(page)
  await refuseNextRefund(page)
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
