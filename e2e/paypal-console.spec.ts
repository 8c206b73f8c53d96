import { expect, openNewOrder, type Page, payWith, register, test } from './shop.ts'
import { openConsole } from './staff.ts'

/** An order of this test's own buyer, paid in this way, seen by buyer and admin. */
async function payForSomething(page: Page, paypal: Page, choice: 'Pay' | 'Pay by eCheck') {
  await register(page)
  const { _id: order } = (await openNewOrder(page)).order
  await payWith(page, choice)
  await expect(page.getByText(choice === 'Pay' ? 'Amount paid' : 'Payment pending at PayPal')).toBeVisible()

  await openConsole(paypal)
  return paypal.getByRole('article').filter({ hasText: order })
}

test('the console completes an eCheck, the shop takes the webhook, and the buyer has paid', async ({
  page,
  theirs: paypal,
}) => {
  const payment = await payForSomething(page, paypal, 'Pay by eCheck')

  await payment.getByRole('button', { name: 'Money arrives' }).click()
  const delivery = paypal.getByRole('listitem').filter({ hasText: 'PAYMENT.CAPTURE.COMPLETED' }).first()
  await expect(async () => {
    await paypal.reload()
    await expect(delivery).toContainText('success 200', { timeout: 500 })
  }).toPass()
  await page.reload()

  await expect(page.getByText('Amount paid')).toBeVisible()
})
