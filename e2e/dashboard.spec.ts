import { expect, failedLoad, type Page, register, test } from './shop.ts'

async function login(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

async function loginAsAdmin(page: Page) {
  await page.goto('/auth/login')
  await login(page, 'admin@example.com', 'mela@demo1')
  await expect(page).toHaveURL('/')
}

test('T062 T148 T149 T166 T167 an admin finds the dashboard in the header, and is welcomed with figures', async ({
  page,
}) => {
  await loginAsAdmin(page)
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()

  await expect(page.getByText('Welcome to the admin dashboard!')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/home')
  await expect(page.getByRole('heading', { level: 2, name: 'Welcome, Mela' })).toBeVisible()
  for (const key of ['New Orders', 'Customers', 'Total Sales', 'Open Disputes']) {
    await expect(page.getByRole('term').filter({ hasText: key })).toBeVisible()
  }
})

test('T062 the menu of small screens shows it too', async ({ page }) => {
  await loginAsAdmin(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Dashboard' }).click()

  await expect(page).toHaveURL('/dashboard/home')
})

test.describe('somebody who is no admin', () => {
  test.use({ expectedError: failedLoad(401) })

  test('T062 T144 T145 sees no button, and is sent home from the dashboard with one alert', async ({ page }) => {
    await page.goto('/dashboard/home')
    await expect(page.getByRole('alert')).toHaveText(/You are not authorized to access this page\./)
    await expect(page).toHaveURL('/')

    await register(page)
    await expect(page.getByRole('button', { name: 'Account of Meera Nair' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
    await page.goto('/dashboard')
    await expect(page.getByRole('alert')).toHaveText(/You are not authorized to access this page\./)
    await expect(page).toHaveURL('/')
  })

  test('a role written into the browser’s storage opens nothing', async ({ page }) => {
    const calls: string[] = []
    page.on('request', request => calls.push(request.url()))
    await register(page)
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

test.describe('a customer who is shut out', () => {
  test.use({ expectedError: failedLoad(401, 403) })

  test('T404 T181 T182 T183 T185 is signed out, cannot sign in, and can again once let in', async ({
    page,
    browser,
  }) => {
    const context = await browser.newContext()
    const theirs = await context.newPage()
    const { email, password } = await register(theirs)
    await loginAsAdmin(page)
    await page.goto(`/dashboard/customers?keyword=${email}`)
    const row = page.getByRole('row').filter({ hasText: email })
    const status = row.getByRole('switch', { name: 'Meera Nair is active' })

    await expect(status).toBeChecked()
    await status.click()
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
    await context.close()
  })
})

test('T184 a list of customers that a keyword empties says so', async ({ page }) => {
  await loginAsAdmin(page)
  await page.goto('/dashboard/customers')
  await page.getByLabel('Search customers').fill('nobody-has-this-name')
  await page.keyboard.press('Enter')

  await expect(page.getByText('Nothing found.')).toBeVisible()
})
