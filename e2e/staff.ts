import { expect, type Page } from './shop.ts'

/** Opens a screen of the dashboard as the demo shop's admin. */
export async function openAsAdmin(page: Page, path: string) {
  const login = { email: 'admin@example.com', password: 'mela@demo1' }
  expect((await page.request.post('/api/auth/login', { data: login })).status()).toBe(200)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}
