import { expect, test } from './shop.ts'

test('the API has readable documentation', async ({ page }) => {
  await page.goto('/api/docs')

  await expect(page.getByRole('heading', { name: /Mela API/ })).toBeVisible()
  // Sections are drawn once they are scrolled to.
  await expect(page.getByText('/auth/login', { exact: true })).toBeVisible()
})
