import { expect, openNewOrder, type Page, payWith, register, test } from './shop.ts'
import { openConsole } from './staff.ts'

/** Opens the provider's page without its popup, as with blocked popups. */
async function openProvider(page: Page) {
  const order = new URL(page.url()).pathname.split('/').at(-1)
  const { data } = await (await page.request.post('/api/payments/paypal/orders', { data: { order } })).json()
  const provider = await page.context().newPage()
  await provider.goto(data.approveUrl)
  return provider
}

test('B42 a buyer who pays without a popup returns to a paid order', async ({ page }) => {
  await register(page)
  await openNewOrder(page)
  const provider = await openProvider(page)

  await provider.getByRole('button', { name: 'Pay', exact: true }).click()

  await expect(provider).toHaveURL(/\/account\/pay\/[0-9a-f]{24}$/)
  await expect(provider.getByText('Amount paid')).toBeVisible()
})

test('B42 a buyer who reloads the page and then pays in its popup sees the order paid, in a second tab too', async ({
  page,
}) => {
  await register(page)
  await openNewOrder(page)
  const second = await page.context().newPage()
  await second.goto(page.url())
  await expect(second.getByText('Amount to pay')).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /Pay with TEST PayPal/ }).click()
  const popup = await opened
  const pay = popup.getByRole('button', { name: 'Pay', exact: true })
  await expect(pay).toBeVisible()
  await page.reload()
  await expect(page.getByText('Amount to pay')).toBeVisible()

  await pay.click()

  await expect(page.getByText('Amount paid')).toBeVisible()
  await expect(second.getByText('Amount paid')).toBeVisible()
})

test('a buyer who pays by eCheck has paid once the money arrives, by the webhook', async ({ page, theirs: paypal }) => {
  await register(page)
  const { order } = await openNewOrder(page)
  await payWith(page, 'Pay by eCheck')
  await expect(page.getByText('Payment pending at PayPal')).toBeVisible()

  await openConsole(paypal)
  await paypal
    .getByRole('article')
    .filter({ hasText: order._id })
    .getByRole('button', { name: 'Money arrives' })
    .click()
  const delivery = paypal.getByRole('listitem').filter({ hasText: 'PAYMENT.CAPTURE.COMPLETED' }).first()
  await expect(async () => {
    await paypal.reload()
    await expect(delivery).toContainText('success 200', { timeout: 500 })
  }).toPass()
  await page.reload()

  await expect(page.getByText('Amount paid')).toBeVisible()
})
