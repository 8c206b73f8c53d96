import { expect, failedLoad, register, test } from './shop.ts'
import { enterAsAdmin, openAsAdmin } from './staff.ts'

const aName = () => `Running  Shoes & Co ${Date.now().toString(36)}`

test('T170 T171 T172 T175 T176 T178 T180 B132 staff add a category, which is in the table and in the shop’s menu', async ({
  page,
}) => {
  const name = aName()
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  await openAsAdmin(page, '/dashboard/categories')
  for (const head of ['Name', 'Slug', 'Products count']) {
    await expect(page.getByRole('columnheader', { name: head })).toBeVisible()
  }
  await page.getByRole('button', { name: 'New Category' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Category' })

  await test.step('an invalid form says so', async () => {
    await dialog.getByRole('button', { name: 'Add category' }).click()
    await expect(page.getByText('Some fields are invalid. Please check the form and try again.')).toBeVisible()
    await expect(dialog.getByText('Category name is not valid.')).toBeVisible()
    await expect(dialog.getByLabel('Name')).toBeFocused()
  })

  await test.step('the slug follows the name, and one that was typed stays', async () => {
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Name').blur()
    await expect(dialog.getByLabel('Slug')).toHaveValue(slug)
    await dialog.getByLabel('Slug').fill('my-own')
    await dialog.getByLabel('Name').fill('Something else')
    await dialog.getByLabel('Name').blur()
    await expect(dialog.getByLabel('Slug')).toHaveValue('my-own')
  })

  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Slug').fill(slug)
  await expect(dialog.getByText(`/product-category/${slug}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Add category' }).click()

  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: slug })
  await expect(row.getByRole('cell')).toHaveText([/Running/, new RegExp(slug), /0$/, ''])
  const link = row.getByRole('link', { name: slug })
  await expect(link).toHaveAttribute('href', `/product-category/${slug}`)
  await expect(link).toHaveAttribute('target', '_blank')
  await page.getByRole('link', { name: 'Mela, home' }).click()
  await page.getByRole('button', { name: 'Categories' }).click()
  const menu = page.getByRole('banner')
  await expect(menu.getByRole('link', { name: name.replaceAll(/\s+/g, ' ') })).toBeVisible()
})

test('T181 T184 T188 customers are in a table, loaded a thousand at a time, and staff in another with their roles', async ({
  page,
}) => {
  const asked = page.waitForRequest(/users\/customers\?.*size=1000/)
  await openAsAdmin(page, '/dashboard/customers')
  await asked

  await expect(page.getByRole('columnheader')).toHaveText(['Avatar', 'Name', 'Email', 'Status'])
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)

  await test.step('a list that a keyword empties says so', async () => {
    await page.getByLabel('Search customers').fill('no-customer-has-this-name')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Nothing found.')).toBeVisible()
  })

  await test.step('staff link to the page that revokes their role', async () => {
    await page.getByRole('navigation', { name: 'Customers' }).getByRole('link', { name: 'Staff' }).click()
    await expect(page).toHaveURL('/dashboard/customers/staff')
    const row = page.getByRole('row').filter({ hasText: 'admin@example.com' })
    await expect(row).toContainText('Admin')
    await row.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 2, name: /^Mela/ })).toBeVisible()
  })
})

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

  test('B69 B70 the demo admin keeps role and status, and the screen says why', async ({ page }) => {
    await enterAsAdmin(page)
    const { data } = await (await page.request.get('/api/users/current-user')).json()
    await page.goto(`/dashboard/customers/customer/${data._id}`)

    await page.getByRole('switch').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await expect(page.getByText('You cannot deactivate your own account.')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('switch')).toBeChecked()
    await page.getByRole('button', { name: 'Change role' }).click()
    await page.getByRole('dialog').getByText('Shops: orders').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
    await expect(page.getByText('You cannot change your own role.')).toBeVisible()
  })
})

test('all reviews of a customer are deleted after a question with their number, on a phone too', async ({
  browser,
  page,
}) => {
  const shopper = await browser.newContext()
  const { email } = await register(shopper)
  const { data: products } = await (await shopper.request.get('/api/products?size=2')).json()
  const review = { title: 'Buy elsewhere today', rating: 1, comment: 'Better bargains at another address.' }
  for (const { _id } of products) {
    const answer = await shopper.request.post(`/api/products/${_id}/reviews`, { data: review })
    expect(answer.status(), await answer.text()).toBe(201)
  }
  const { data: user } = await (await shopper.request.get('/api/users/current-user')).json()
  expect(user.email).toBe(email)
  await shopper.close()
  await page.setViewportSize({ width: 390, height: 844 })

  await openAsAdmin(page, `/dashboard/customers/customer/${user._id}`)
  await page.getByRole('button', { name: 'Delete reviews' }).click()
  const dialog = page.getByRole('dialog', { name: /^Delete 2 reviews of / })
  await dialog.getByRole('button', { name: 'Delete reviews' }).click()

  await expect(page.getByText('2 reviews deleted.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('No reviews written.')).toBeVisible()
  await page.goto('/dashboard/audit?group=reviews')
  await expect(page.getByText('Reviews deleted').first()).toBeVisible()
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
