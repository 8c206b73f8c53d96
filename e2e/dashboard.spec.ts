import { expect, failedLoad, type Page, register, test } from './shop.ts'

async function loginAsAdmin(page: Page) {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill('admin@example.com')
  await page.getByLabel('Password', { exact: true }).fill('mela@demo1')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/')
}

test('T062 T148 T149 T166 T167 an admin finds the dashboard in the header, and is welcomed with figures', async ({
  page,
}) => {
  await loginAsAdmin(page)
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()

  await expect(page.getByText('Welcome to the admin dashboard!')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/home')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Mela' })).toBeVisible()
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
