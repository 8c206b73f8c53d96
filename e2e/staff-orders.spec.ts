import { formatPrice } from '@mela/contract'
import { expect, test } from './shop.ts'
import { aShopper, enterAsAdmin, shortId } from './staff.ts'

const COLOURS = {
  pending: 'oklch(0.46 0.09 75)',
  processing: 'oklch(0.48 0.15 258)',
  delivered: 'oklch(0.47 0.11 155)',
}

test('T202 T203 T204 T205 T206 T211 B27 staff find every order, and those of one status, in lists of their own', async ({
  page,
}) => {
  await enterAsAdmin(page)
  await page.goto('/dashboard/orders?size=100')
  const words = async () => [
    ...new Set(
      await page.getByRole('row').locator('td:nth-child(2) > div > span > span:first-child').allTextContents(),
    ),
  ]
  await expect(page.getByRole('row').nth(5)).toBeVisible()
  await expect.poll(async () => (await words()).length).toBeGreaterThan(3)
  for (const [word, colour] of Object.entries(COLOURS)) {
    await expect(page.getByRole('table').getByText(word, { exact: true }).first()).toHaveCSS('color', colour)
  }

  await page.getByRole('link', { name: 'Ready to Ship' }).click()
  await expect(page).toHaveURL('/dashboard/orders/pending')
  await expect.poll(words).toEqual(['processing'])
  for (const status of ['Delivered', 'Cancelled', 'Refunded']) {
    await page.getByRole('navigation', { name: 'Orders' }).getByRole('link', { name: status }).click()
    await expect(page).toHaveURL(`/dashboard/orders/${status.toLowerCase()}`)
    await expect.poll(words).toEqual([status.toLowerCase()])
  }
})

test('T207-T210 B28 orders are found while typing, shown in rows, filtered by days and sorted by column or field', async ({
  page,
  browser,
}) => {
  const { order, close } = await aShopper(browser)
  const name = order.products[0]?.product.name ?? ''
  await enterAsAdmin(page)
  await page.goto('/dashboard/orders/')

  await test.step('by product and pin code while typing, and going back is one step', async () => {
    const search = page.getByRole('searchbox', { name: 'Search orders' })
    await search.pressSequentially(`${name} 400050 ${shortId(order)}`)
    await expect(page.getByRole('row').filter({ has: page.getByRole('cell') })).toHaveCount(1)
    await expect(search).toBeFocused()

    await expect(page.getByRole('columnheader')).toHaveText(['Customer', 'Status', 'Order Id', 'Cart Value'])
    const row = page.getByRole('row').filter({ hasText: shortId(order) })
    await expect(row.getByText('pending', { exact: true })).toBeVisible()
    await expect(row).toContainText('Meera Nair')
    await expect(row).toContainText('400050')
    await expect(row.getByRole('link', { name: '+91 98200 12345' })).toHaveAttribute('href', 'tel:+919820012345')
    await expect(row.getByRole('link', { name: shortId(order) })).toHaveAttribute(
      'href',
      `/dashboard/orders/order/${order._id}`,
    )
    await expect(row.getByText(formatPrice(order.totalAmount, 'USD'), { exact: true })).toBeVisible()

    await search.pressSequentially('x')
    await page.getByRole('link', { name: 'Clear search' }).click()
    await expect(search).toHaveValue('')
    await expect(page.getByRole('row').nth(2)).toBeVisible()
    await page.goBack()
    await expect(search).not.toHaveValue('')
    await page.goBack()
    await expect(page).toHaveURL('/dashboard/orders/')
    await expect(search).toHaveValue('')
  })

  await test.step('by days and by a press on a column, and the address says so', async () => {
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
  })

  await test.step('on phones by a press on a head, too', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/dashboard/orders')
    await page.getByRole('link', { name: 'Cart Value' }).click()

    await expect(page).toHaveURL('/dashboard/orders?sort=-total')
    const { data } = await (await page.request.get('/api/orders?sort=-total&size=1')).json()
    await expect(page.getByRole('row').nth(1)).toContainText(formatPrice(data[0].totalAmount, 'USD'))
  })
  await close()
})
