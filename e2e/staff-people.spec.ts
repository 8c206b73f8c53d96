import { expectAccessible } from './axe.ts'
import { expect, failedLoad, register, test } from './shop.ts'
import { openAsAdmin } from './staff.ts'

test.describe('a customer', () => {
  test.use({ expectedError: failedLoad(401, 403, 409) })

  test('is shown with orders and events, signed out, given a role and blocked', async ({ page, theirs }) => {
    await openAsAdmin(page, '/dashboard/customers')
    const { email } = await register(theirs)
    await page.getByLabel('Search customers').fill(email)
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: email }).getByRole('link').click()

    await expect(page.getByRole('heading', { name: 'Meera Nair' })).toBeVisible()
    await expect(page.getByText('No orders found.')).toBeVisible()
    await expect(page.getByText('No addresses saved.')).toBeVisible()
    await page.getByRole('button', { name: /^Sign out/ }).click()
    await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
    expect((await theirs.request.get('/api/users/current-user')).status()).toBe(401)

    await page.getByRole('button', { name: 'Change role' }).click()
    const dialog = page.getByRole('dialog', { name: 'Which role does Meera have?' })
    await expect(dialog.getByRole('button', { name: 'Change role' })).toBeDisabled()
    await expect(dialog.getByRole('radio')).toHaveCount(2)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    const id = new URL(page.url()).pathname.split('/').at(-1)
    expect((await page.request.patch(`/api/users/${id}`, { data: { role: 'manager' } })).status()).toBe(200)
    await page.reload()
    await expect(page.getByText('Manager', { exact: true })).toBeVisible()

    await page.getByRole('switch', { name: 'Meera Nair is active' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    // The switch changes before the answer, the dialog closes with it: page.goto() would abort the call before that.
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('switch')).not.toBeChecked()
    await page.goto('/dashboard/audit?group=manager')
    const row = page.getByRole('row').filter({ hasText: 'Manager deactivated' }).first()
    await expect(row).toContainText('Meera Nair')
  })
})

test('the audit log shows actors, actions and changed fields, has filters, and restores a deleted category', async ({
  page,
}) => {
  await openAsAdmin(page, '/dashboard/categories')
  const name = `Lamps ${Date.now().toString(36)}`
  const slug = name.toLowerCase().replace(' ', '-')
  expect((await page.request.post('/api/categories', { data: { name, slug } })).status()).toBe(201)

  await page.getByRole('link', { name: 'Audit log' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Category created')
  await expect(row).toContainText('Mela Admin')
  await row.getByText('Name, Slug').click()
  await expect(row.getByRole('insertion').filter({ hasText: slug })).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('What', { exact: true }).selectOption({ label: 'Login' })
  await expect(page).toHaveURL(/group=login/)
  await expect(row).toHaveCount(0)
  await expect(page.getByText('Login succeeded').first()).toBeVisible()

  await page.getByRole('link', { name: 'Clear' }).click()
  await row.getByText('Name, Slug').click()
  await row.getByRole('link', { name: 'All that happened to it' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)

  const { data: made } = await (await page.request.get(`/api/categories/slug/${slug}`)).json()
  expect((await page.request.delete(`/api/categories/${made._id}`)).status()).toBe(200)
  await page.reload()
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Category restored successfully.')).toBeVisible()
  expect((await page.request.get(`/api/categories/slug/${slug}`)).status()).toBe(200)

  await page.getByRole('button', { name: 'Days: Any time' }).click()
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await page.getByRole('button', { name: 'Show these days' }).click()
  await expect(page.getByText('Nothing found.')).toBeVisible()
})
