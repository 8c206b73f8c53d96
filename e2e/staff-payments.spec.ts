import { expectAccessible } from './axe.ts'
import { expect, type Page, test } from './shop.ts'
import { aShopper, contest, enterAsAdmin, shortId } from './staff.ts'

test('T227 T228 T229 B45 staff find all payments, completed and failed ones, and the provider’s site', async ({
  page,
  browser,
}) => {
  const { order, pay, close } = await aShopper(browser)
  const failed = await pay('failed')
  const paid = await pay()
  await enterAsAdmin(page)
  await page.goto(`/dashboard/payments?keyword=${order._id}`)
  await expect(page.getByRole('link', { name: paid.transactionId })).toBeVisible()
  await expect(page.getByRole('link', { name: failed.transactionId })).toBeVisible()
  // Rows have no TEST tag, because the test-mode banner above every page says it.
  await expect(page.getByRole('table')).not.toContainText('TEST')

  for (const [list, word] of [
    ['Successful Payments', 'completed'],
    ['Failed Payments', 'failed'],
  ] as const) {
    await page.getByRole('link', { name: list }).click()
    await expect(page).toHaveURL(`/dashboard/payments/${list.split(' ')[0]?.toLowerCase()}`)
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
    await expect(rows.filter({ hasText: word }).first()).toBeVisible()
    await expect(rows.filter({ hasNotText: word })).toHaveCount(0)
  }

  await test.step('the provider’s site opens in a new tab', async () => {
    const link = page.getByRole('link', { name: 'Payment provider' })

    await expect(link).toHaveAttribute('href', '/paypal-emulator/__emulator')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
    const opened = page.waitForEvent('popup')
    await link.click()
    await expect((await opened).getByRole('heading', { name: 'PayPal emulator' })).toBeVisible()
  })
  await close()
})

async function openDispute(page: Page, order: string) {
  const row = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(async () => {
    await page.goto(`/dashboard/disputes/open?keyword=${order}`)
    await expect(row).toHaveCount(1, { timeout: 1000 })
  }).toPass()
  await row.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dispute', exact: true })).toBeVisible()
}

test('B130 a dispute is answered with the parcel’s number', async ({ page, browser }) => {
  const { order, pay, close } = await aShopper(browser)
  const { transactionId } = await pay()
  await enterAsAdmin(page)
  await contest(page, transactionId)
  await openDispute(page, order._id)

  await expect(page.getByText('Answer by')).toBeVisible()
  await page.getByRole('button', { name: 'Send evidence' }).click()
  await expect(page.getByText('This is required.')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByLabel('Carrier').fill('India Post')
  await page.getByLabel('Tracking number').fill('EE123456789IN')
  await page.getByLabel('What happened').fill('Delivered on Monday.')
  const receipt = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 receipt') }
  await page.getByLabel('Add files').setInputFiles(receipt)
  await page.getByRole('button', { name: 'Send evidence' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send this evidence?' })
  for (const sent of ['India Post', 'EE123456789IN', 'Delivered on Monday.', 'receipt.pdf']) {
    await expect(dialog).toContainText(sent)
  }
  await expect(dialog).toContainText('cannot be taken back')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send to PayPal' }).click()
  await expect(page.getByText('Evidence sent.')).toBeVisible()
  await expect(page.getByText('Under review')).toBeVisible()
  const sent = page.getByRole('region', { name: 'What was sent' })
  await expect(sent).toContainText('EE123456789IN')
  const download = page.waitForEvent('download')
  await sent.getByRole('link', { name: 'receipt.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('receipt.pdf')

  await page.goto(`/dashboard/orders?keyword=${order._id}`)
  await expect(page.getByRole('row').filter({ hasText: shortId(order) })).toContainText('Disputed')
  await page.goto(`/dashboard/orders/order/${order._id}`)
  await expect(
    page.getByRole('region', { name: 'Dispute' }).getByRole('link', { name: 'See the dispute' }),
  ).toHaveAttribute('href', `/dashboard/disputes?keyword=${order._id}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('region', { name: 'Dispute' })).toBeInViewport()
  await page.getByRole('main').getByRole('button', { name: 'Update status' }).click()
  await expect(page.getByText('Its payment is disputed: it must not be sent now.')).toHaveCount(2)
  await close()
})
