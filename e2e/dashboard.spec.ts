import { formatPrice } from '@mela/contract'
import { expectAccessible, NARROW } from './axe.ts'
import { expect, failedLoad, openAlive, register, test } from './shop.ts'
import { enterAsAdmin, login, shortId } from './staff.ts'

test('T062 T148-T150 T152-T154 T166 T167 B117 an admin finds the dashboard, is welcomed with figures and logs out', async ({
  page,
}) => {
  await enterAsAdmin(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await openAlive(page, '/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'href',
    '/dashboard/home',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()

  await expect(page.getByText('Welcome to the admin dashboard!')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/home')
  await expect(page.getByRole('heading', { level: 2, name: 'Welcome back, Mela' })).toBeVisible()
  for (const key of ['New Orders', 'Customers', 'Total Sales', 'Open Disputes']) {
    await expect(page.getByRole('term').filter({ hasText: key })).toBeVisible()
  }

  await expect(page.getByRole('complementary').getByRole('link', { name: 'Mela, home' })).toHaveAttribute('href', '/')
  const card = page.getByRole('button', { name: /Mela Admin/ })
  await expect(card).toContainText('admin@example.com')
  await card.click()
  await expect(page.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/account/profile')
  await expect(page.getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/contact')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/auth/login')
  expect((await page.request.get('/api/users/current-user')).status()).toBe(401)
})

test.describe('a user who is no admin', () => {
  test.use({ expectedError: failedLoad(401) })

  test('T062 T145 B47 sees no button, and is sent home from the dashboard, whatever the browser stores', async ({
    page,
  }) => {
    const calls: string[] = []
    page.on('request', request => calls.push(request.url()))
    await register(page)
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Account of Meera Nair' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('mela.user') ?? '{}')
      localStorage.setItem('mela.user', JSON.stringify({ ...user, role: 'admin' }))
    })
    await page.goto('/dashboard/home')
    await expect(page.getByRole('alert')).toHaveText(/You are not authorized to access this page\./)
    await expect(page).toHaveURL('/')
    expect(calls.filter(url => url.includes('/users/admin'))).toEqual([])
  })
})

test.describe('a blocked customer', () => {
  test.use({ expectedError: failedLoad(401, 403) })

  test('T093 T404 T181 T182 T183 T185 B75 is signed out, cannot sign in, and can again once unblocked', async ({
    page,
    theirs,
  }) => {
    const { email, password } = await register(theirs)
    await enterAsAdmin(page)
    await page.goto(`/dashboard/customers?keyword=${email}`)
    const row = page.getByRole('row').filter({ hasText: email })
    const status = row.getByRole('switch', { name: 'Meera Nair is active' })

    await expect(status).toBeChecked()
    await status.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await expect(page.getByText('User updated successfully.')).toBeVisible()
    await expect(status).not.toBeChecked()

    await theirs.goto('/account/profile')
    await expect(theirs).toHaveURL(/\/auth\/login/)
    await login(theirs, email, password)
    await expect(theirs.getByRole('alert').first()).toHaveText(/Your account is deactivated\. Please contact support\./)

    await page.getByRole('link', { name: 'Inactive Customers' }).click()
    const inactive = page.getByRole('row').filter({ hasText: email })
    await inactive.getByRole('switch').click()
    await expect(inactive).toHaveCount(0)

    await login(theirs, email, password)
    await expect(theirs).toHaveURL('/account/profile')
  })
})

const sections = ['Dashboard', 'Orders', 'Payments', 'Products', 'Categories', 'Customers', 'Media', 'Disputes']

test('T151 T155-T165 the sidebar leads to each section, as a drawer too', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAsAdmin(page)
  await page.goto('/dashboard/home/')
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' })
  const pathOf = (section: string) => `/dashboard/${section === 'Dashboard' ? 'home' : section.toLowerCase()}/`

  await test.step('it marks the section that is shown', async () => {
    await expect(sidebar.getByRole('link')).toHaveText(sections)
    for (const section of sections) {
      await expect(sidebar.getByRole('link', { name: section })).toHaveAttribute('href', pathOf(section))
    }
    for (const section of ['Disputes', 'Dashboard']) {
      const link = sidebar.getByRole('link', { name: section })
      await link.click()
      await expect(page).toHaveURL(pathOf(section))
      await expect(page.getByRole('banner').getByRole('heading', { level: 1, name: section })).toBeVisible()
      await expect(sidebar.locator('[aria-current=page]')).toHaveText(section)
      await expect(link).toHaveCSS('color', 'oklch(0.48 0.15 258)')
    }
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
  })

  await test.step('on small screens it closes by its button and on a change of the route', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const drawer = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expectAccessible(page, NARROW)
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(drawer).toBeHidden()

    await page.getByRole('button', { name: 'Open menu' }).click()
    await drawer.getByRole('link', { name: 'Orders' }).click()
    await expect(drawer).toBeHidden()
    await expect(page).toHaveURL('/dashboard/orders/')
  })
})

test('T168 home shows what is ready to ship, has its range in the address, and figures as tables', async ({ page }) => {
  await enterAsAdmin(page)
  await page.goto('/dashboard/home')

  await test.step('the range', async () => {
    await expect(page.getByRole('heading', { name: 'Revenue, last 14 days' })).toBeVisible()
    await page.getByRole('navigation', { name: 'Range' }).getByRole('link', { name: '7 days' }).click()
    await expect(page).toHaveURL('/dashboard/home?days=7')
    await expect(page.getByRole('heading', { name: 'Revenue, last 7 days' })).toBeVisible()
  })

  await test.step('the tables', async () => {
    await page.getByText('Show as table').click()
    const sales = page.getByRole('table', { name: /Revenue by day/ })
    await expect(sales.getByRole('row')).toHaveCount(8)
    const { data } = await (await page.request.get('/api/dashboard/report?days=7')).json()
    await expect(sales.getByRole('row').nth(1)).toContainText(formatPrice(data.sales[6].total, 'USD'))
    const statuses = page.getByRole('table', { name: 'Orders by status' })
    await expect(statuses.getByRole('rowheader')).toHaveCount(6)
    await expectAccessible(page)
  })

  await test.step('recent processing orders', async () => {
    const table = page.getByRole('table', { name: 'Recent processing orders' })
    await expect(table.getByRole('row').nth(1)).toContainText('processing')
    const { data } = await (await page.request.get('/api/orders/status/processing?size=5')).json()
    await expect(table.getByRole('row')).toHaveCount(data.length + 1)
    await expect(table.getByRole('link', { name: shortId(data[0]) })).toHaveAttribute(
      'href',
      `/dashboard/orders/order/${data[0]._id}`,
    )
    await expect(table.getByRole('row').nth(1)).toContainText(formatPrice(data[0].totalAmount, data[0].currency))
    await page.getByRole('link', { name: 'Ready to Ship' }).click()
    await expect(page).toHaveURL('/dashboard/orders/pending')
  })
})

test('the palette finds screens and records, and single letters open sections unless a field has the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterAsAdmin(page)
  await page.goto('/dashboard/home')
  await expect(page.getByRole('banner').getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Search the dashboard' })

  await test.step('screens, products, orders and customers are found', async () => {
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('inactive prod')
    await expect(palette.getByRole('option', { name: 'Inactive products' })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard/products/inactive')
    await expect(palette).toBeHidden()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('asha@example.com')
    await expect(palette.getByRole('group', { name: 'Customers' }).getByRole('option')).toHaveText([
      /asha@example\.com/,
    ])
    await expectAccessible(page)
    await palette.getByRole('combobox').fill('zzzzqqqq')
    await expect(palette.getByRole('status')).toHaveText('Nothing found.')
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
  })

  await test.step('letters open sections, focus the list’s search, show the help and can be switched off', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await expect(page).toHaveURL('/dashboard/customers')
    const search = page.getByRole('searchbox', { name: 'Search customers' })
    await expect(search).toBeVisible()
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('gon?')
    await expect(search).toHaveValue('gon?')
    await expect(page).toHaveURL('/dashboard/customers?keyword=gon%3F')
    await search.blur()

    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expectAccessible(page)
    await help.getByRole('switch', { name: 'Single letters' }).click()
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible()
    await expect(page).toHaveURL('/dashboard/customers?keyword=gon%3F')
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
  })
})
