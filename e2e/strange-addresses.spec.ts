import { expect, test } from './shop.ts'

test('an address with a keyword of excessive length leads to the one that is searched for', async ({ page }) => {
  await page.goto(`/search?keyword=${'silk'.repeat(60)}`)

  await expect(page).toHaveURL(`/search?keyword=${'silk'.repeat(25)}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('silk')
})
