import { expectAccessible } from './axe.ts'
import { aStaffProduct, DESCRIPTION, rowOf, unique } from './products.ts'
import { expect, type Page, test } from './shop.ts'

const switchOf = (page: Page, name: string) => page.getByRole('switch', { name: `${name} is active` })
const isActive = async (page: Page, id: string) =>
  (await (await page.request.get(`/api/products/cards?ids=${id}`)).json()).data.length === 1

test('T234-T237 T240 T241 T243 B108 a product is in lists with its actions, moves between them and can be restored', async ({
  page,
}) => {
  const { _id, slug, name, category } = await aStaffProduct(page)
  await page.goto('/dashboard/products')

  for (const column of ['Image', 'Name', 'Price', 'Category', 'Status', 'Actions']) {
    await expect(page.getByRole('columnheader', { name: column })).toBeAttached()
  }
  const row = rowOf(page, name)
  await expect(row.locator('img')).toBeVisible()
  await expect(row).toContainText('$100.00')
  await expect(row).toContainText(category.name)
  await expect(switchOf(page, name)).toBeChecked()
  await expect(row.getByRole('link', { name: `Edit ${name}` })).toHaveAttribute(
    'href',
    `/dashboard/products/edit/${_id}`,
  )
  await expect(row.getByRole('button', { name: `Delete ${name}` })).toBeVisible()
  const view = row.getByRole('link', { name: `View ${name} in a new tab` })
  await expect(view).toHaveAttribute('href', `/products/${slug}`)
  await expect(view).toHaveAttribute('target', '_blank')

  const lists = page.getByRole('navigation', { name: 'Products' })
  await expect(lists.getByRole('link', { name: 'On Sale' })).toHaveAttribute('href', '/dashboard/products/on-sale')
  await expect(lists.getByRole('link', { name: 'Inactive' })).toHaveAttribute('href', '/dashboard/products/inactive')
  await expect(page.getByRole('link', { name: 'New Product' })).toHaveAttribute('href', '/dashboard/products/new')

  await test.step('deletion, after a confirmation', async () => {
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(rowOf(page, name)).toBeVisible()
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete product' }).click()

    await expect(page.getByText('Product deleted successfully.')).toBeVisible()
    await expect(rowOf(page, name)).toHaveCount(0)
    expect(await isActive(page, _id)).toBe(false)

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rowOf(page, name)).toBeVisible()
    expect(await isActive(page, _id)).toBe(true)
  })

  await test.step('the switch, with an undo', async () => {
    await switchOf(page, name).click()

    await expect(page.getByText('Product deactivated successfully.')).toBeVisible()
    await expect(rowOf(page, name)).toHaveCount(0)
    expect(await isActive(page, _id)).toBe(false)

    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(switchOf(page, name)).toBeChecked()
    await switchOf(page, name).click()
    await expect(rowOf(page, name)).toHaveCount(0)

    await page.getByRole('link', { name: 'Inactive' }).click()
    await switchOf(page, name).click()
    await expect(page.getByText('Product activated successfully.').last()).toBeVisible()
    await expect(rowOf(page, name)).toHaveCount(0)
    expect(await isActive(page, _id)).toBe(true)
  })
})

test('a CSV import shows its effect, and then has it', async ({ page }) => {
  const { _id, name, category, gallery } = await aStaffProduct(page)
  const created = unique('Imported saree')
  const table = [
    'Id,Name,Description,Price,On sale,Stock,Active,Category,Thumbnail',
    `${_id},,,135,,,,,`,
    `,${created},"${DESCRIPTION}",90,no,4,yes,${category.slug},${gallery[0]?._id}`,
    ',Shoe,,,,,,,',
  ].join('\n')
  await page.goto('/dashboard/products')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page
    .getByLabel('Choose a CSV file, or drop it here')
    .setInputFiles({ name: 'sarees.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })

  await expect(
    page.getByText('Nothing is written yet. 1 to create, 1 to update, 0 unchanged, 1 refused.'),
  ).toBeVisible()
  await expectAccessible(page)
  await expect(rowOf(page, name)).toContainText('Price: $100.00 $135.00')
  await page.getByRole('link', { name: 'Refused (1)' }).click()
  await expect(rowOf(page, 'Shoe')).toContainText('Price: This must be a number.')
  await expect(rowOf(page, created)).toHaveCount(0)
  expect(await isActive(page, _id)).toBe(true)

  await page.getByRole('button', { name: 'Import 2 products' }).click()
  await expect(page.getByText('Done: 1 created, 1 updated, 0 unchanged, 1 refused.')).toBeVisible({ timeout: 20_000 })
  await page.goto('/dashboard/products/import')
  await expect(page.getByRole('link', { name: 'sarees.csv' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Active', exact: true }).click()
  await expect(rowOf(page, created)).toContainText('$90.00')
  await expect(rowOf(page, name)).toContainText('$135.00')
  // Alone in its list: in a longer one the bar of the selection covers half of some other row's checkbox.
  await page.goto(`/dashboard/products?keyword=${encodeURIComponent(created)}`)
  await page.getByRole('checkbox', { name: `Select ${created}` }).check()
  await expectAccessible(page)
})
