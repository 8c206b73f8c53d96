import { expectAccessible } from './axe.ts'
import { expect, failedLoad, type Page, test } from './shop.ts'
import { openAsAdmin } from './staff.ts'

/** Changes settings, or restores them at the end, because tests share a shop; answers the settings from before. */
async function change(page: Page, group: 'shop' | 'look' | 'legal', fields: object) {
  const { data } = await (await page.request.get('/api/settings')).json()
  const answer = await page.request.patch('/api/settings', { data: { version: data.version, [group]: fields } })
  expect(answer.status(), await answer.text()).toBe(200)
  return data
}

test.describe('the settings', () => {
  test.use({ expectedError: failedLoad(409) })

  test('an admin changes the tagline, solves a conflict, and undoes a change in the history', async ({ page }) => {
    await openAsAdmin(page, '/dashboard/settings')
    const { shop } = await change(page, 'legal', { retentionYears: 9 })
    const card = page.getByRole('region', { name: 'Name and description' })
    const tagline = card.getByLabel('Tagline')
    const saveCard = () => card.getByRole('button', { name: 'Save Shop: Name and description' }).click()
    try {
      // Another group was changed since the form was loaded, which is no conflict.
      await tagline.fill('Coffee from Bremen')
      await saveCard()
      await expect(page.getByText('Settings saved.')).toBeVisible()
      expect(await (await page.request.get('/')).text()).toMatch(/<title>[^<]*Coffee from Bremen/)

      await tagline.fill('Tea from Bremen')
      await change(page, 'shop', { tagline: 'Cake from Bremen' })
      await saveCard()
      const dialog = page.getByRole('dialog', { name: 'These settings were changed by someone else' })
      await expect(dialog).toContainText('Cake from Bremen')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Keep what I typed' }).click()
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'History' }).click()
      await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Keep' }).click()
      await saveCard()
      await expect(card.getByText('Unsaved changes')).toBeHidden()

      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'History' }).click()
      const last = page.getByRole('listitem').filter({ hasText: 'Tea from Bremen' }).first()
      await expect(last).toContainText('Cake from Bremen')
      await last.getByRole('button', { name: 'Undo: Tagline' }).click()
      await expect(page.getByText('Change undone.')).toBeVisible()
      expect(await (await page.request.get('/')).text()).toMatch(/<title>[^<]*Cake from Bremen/)
    } finally {
      await change(page, 'legal', { retentionYears: 8 })
      await change(page, 'shop', { tagline: shop.tagline })
    }
  })
})
