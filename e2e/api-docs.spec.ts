import { expect, test } from './shop.ts'

test('the API has readable documentation', async ({ page }) => {
  await page.goto('/api/docs')

  await expect(page.getByRole('heading', { name: /Mela API/ })).toBeVisible()
  await expect(page.getByText('/products/on-sale')).toBeVisible()
})
