import { expect, type Page } from './shop.ts'

export async function login(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Through the login page, as staff comes in. */
export async function loginAsAdmin(page: Page) {
  await page.goto('/auth/login')
  await login(page, 'admin@example.com', 'mela@demo1')
  await expect(page).toHaveURL('/')
}

/** Opens a screen of the dashboard as the demo shop's admin. */
export async function openAsAdmin(page: Page, path: string) {
  const login = { email: 'admin@example.com', password: 'mela@demo1' }
  expect((await page.request.post('/api/auth/login', { data: login })).status()).toBe(200)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}
