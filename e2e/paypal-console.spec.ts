import { expectAccessible, sidewaysScroll } from './axe.ts'
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

test('the console refuses an impossible event, is accessible in light and dark, and never wider than the screen', async ({
  page,
  theirs: paypal,
}) => {
  const payment = await payForSomething(page, paypal, 'Pay')
  await payment.getByText('Refund in the dashboard').click()
  await payment.getByLabel('Amount in USD').first().fill('99999.00')
  await payment.getByRole('button', { name: 'Refund' }).click()
  await expect(paypal.getByRole('alert')).toContainText('The refund amount must be less than or equal')

  await payment.getByText('Open a dispute').click()
  await payment.getByRole('button', { name: 'Open dispute' }).click()
  await expect(payment.getByRole('button', { name: 'Shop wins' })).toBeVisible()

  await paypal.reload()
  await expectAccessible(paypal)
  await paypal.setViewportSize({ width: 320, height: 900 })
  expect(await sidewaysScroll(paypal)).toEqual([])
})
