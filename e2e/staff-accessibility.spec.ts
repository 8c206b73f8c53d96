import { expectAccessible, expectAccessibleAt, NARROW } from './axe.ts'
import { aStaffProduct, DESCRIPTION } from './products.ts'
import { expect, failedLoad, test } from './shop.ts'
import { aShopper, contest, enterAsAdmin, openAsAdmin } from './staff.ts'

// every-screen.spec.ts checks every screen as it opens; these tests check dialogs and other later states.
test.use({ viewport: { width: 1440, height: 900 }, colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })
// One test saves a product twice from the same version: the second save is refused.
test.use({ expectedError: failedLoad(409) })

test('axe finds nothing on the dashboard’s home, in its palette and its help at both widths, light or dark', async ({
  page,
}) => {
  await openAsAdmin(page, '/dashboard/home')
  await expect(page.getByRole('heading', { name: 'Best sellers' })).toBeVisible()
  await page.getByText('Show as table').click()
  await expectAccessible(page)

  const palette = page.getByRole('dialog', { name: 'Search the dashboard' })
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('option').first()).toBeVisible()
  for (const [typed, group] of [
    ['kurta', 'Products'],
    ['zzzzqqqq', undefined],
  ]) {
    await palette.getByRole('combobox').fill(typed ?? '')
    await expect(palette.getByRole('status')).toHaveText(group ? /^\d+ found\.$/ : 'Nothing found.')
    if (group) await expect(palette.getByRole('group', { name: group })).toBeVisible()
    await expectAccessible(page)
  }
  await page.keyboard.press('Escape')

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: NARROW, height: 900 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expectAccessibleAt(page, NARROW)
})

test('axe finds nothing among orders, payments and disputes at both widths, light or dark', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  const { order, pay, close } = await aShopper(browser)
  const payment = await pay()
  await enterAsAdmin(page)

  const orderPath = `/dashboard/orders/order/${order._id}`
  await page.goto(orderPath)
  await page.getByLabel('Add a note').fill('Leave it with the guard.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Leave it with the guard.')).toBeVisible()
  await expectAccessible(page)
  for (const name of ['Update status', 'Cancel order']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByRole('dialog').getByText('A part of it').click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await contest(page, payment.transactionId)
  await page.goto(`/dashboard/disputes/open?keyword=${order._id}`)
  await page.getByRole('row').last().getByRole('link').first().click()
  await expect(page.getByRole('button', { name: 'Accept claim' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Carrier').fill('India Post')
  await page.getByLabel('Tracking number').fill('EE123456789IN')
  await page.getByLabel('What happened').fill('Delivered on Monday.')
  const receipt = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 receipt') }
  await page.getByLabel('Add files').setInputFiles(receipt)
  await page.getByRole('button', { name: 'Send evidence' }).click()
  await expect(page.getByRole('dialog', { name: 'Send this evidence?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send to PayPal' }).click()
  await expect(page.getByRole('region', { name: 'What was sent' })).toBeVisible()
  await expectAccessible(page)
  await close()
})

test('axe finds nothing on categories, customers, pictures and the audit log at both widths, light or dark', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await openAsAdmin(page, '/dashboard/categories')
  await page.getByRole('button', { name: 'New Category' }).click()
  await page.getByRole('button', { name: 'Add category' }).click()
  await expectAccessible(page)

  await openAsAdmin(page, '/dashboard/customers')
  await page.getByRole('cell').getByRole('link').first().click()
  await expect(page.getByText('Customer since')).toBeVisible()
  await page.getByRole('button', { name: 'Change role' }).click()
  await page.getByRole('dialog').getByText('Runs the shop').click()
  await expectAccessible(page)

  await openAsAdmin(page, '/dashboard/media')
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await expect(page.getByRole('list', { name: 'Products that lose it' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Upload Media' }).click()
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('text') }
  await page.getByLabel('Choose pictures').setInputFiles([notes])
  await expectAccessible(page)

  await page.request.post('/api/categories', { data: { name: 'Lamps', slug: 'lamps' } })
  await openAsAdmin(page, '/dashboard/audit?group=category')
  await page.locator('summary').first().click()
  await expectAccessible(page)
})

test('axe finds nothing on the screens of products at both widths, light or dark', async ({ page }) => {
  test.setTimeout(240_000)
  const { _id, name, price } = await aStaffProduct(page, {
    stock: 4,
    options: [{ name: 'Colour', values: [{ name: 'Indigo', swatch: '#1f3a5f' }, { name: 'Cream' }] }],
    variants: [
      { options: { Colour: 'Indigo' }, stock: 4 },
      { options: { Colour: 'Cream' }, isActive: false },
    ],
  })
  // Alone in its list: in a longer one the bar of the selection covers half of some other row's checkbox.
  await page.goto(`/dashboard/products?keyword=${encodeURIComponent(name)}`)
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await expectAccessible(page)

  await page.goto('/dashboard/products/new')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Choose thumbnail' }).click()
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  await expectAccessible(page)

  await page.request.put(`/api/products/${_id}`, { data: { price: price + 1 } })
  await page.goto(`/dashboard/products/edit/${_id}`)
  await expect(page.getByRole('button', { name: 'Undo: Price' })).toBeVisible()
  await expect(page.getByRole('grid')).toBeVisible()
  await expectAccessible(page)
  await page.request.put(`/api/products/${_id}`, { data: { price: price + 2 } })
  await page.getByLabel('Name', { exact: true }).fill('Half a thought')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Price')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await page.goto('/dashboard/products/import')
  const table = `Id,Name,Description,Price\n${_id},,${DESCRIPTION.replaceAll(',', '')},135\n,Shoe,,\n`
  const file = { name: 'sarees.csv', mimeType: 'text/csv', buffer: Buffer.from(table) }
  await page.getByLabel('Choose a CSV file, or drop it here').setInputFiles(file)
  await expect(page.getByText('Nothing is written yet.')).toBeVisible()
  await expectAccessible(page)
})
