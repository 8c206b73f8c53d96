import { expectAccessible } from './axe.ts'
import { expect, failedLoad, type Page, register, test } from './shop.ts'
import { enterAsAdmin, openAsAdmin } from './staff.ts'

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

test('on a phone an admin chooses a readable colour, moves a section and gives it a title', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAsAdmin(page, '/dashboard/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Look' }).click()
  const colour = page.getByRole('region', { name: 'Colour' })
  const sections = page.getByRole('region', { name: 'Sections of the home page' })
  const { look } = await change(page, 'look', {})
  try {
    await colour.getByLabel('Accent colour', { exact: true }).fill('#FFDA1A')
    await colour.getByRole('button', { name: 'Save' }).click()
    await expect(colour.getByText('The nearest colour that has it is #867101.')).toBeVisible()
    await expectAccessible(page)
    await colour.getByRole('button', { name: 'Use #867101' }).click()
    await colour.getByRole('button', { name: 'Save' }).click()
    await expect(colour.getByText('Unsaved changes')).toBeHidden()

    await sections.getByRole('button', { name: 'Move Recommended up' }).click()
    await page.keyboard.press('Enter')
    await sections.getByLabel('Title of Recommended').fill('Our favourites')
    await sections.getByRole('switch', { name: 'Help' }).click()
    await sections.getByRole('button', { name: 'Save' }).click()
    await expect(sections.getByText('Unsaved changes')).toBeHidden()

    await page.goto('/')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['Our favourites', 'On sale'])
    await page.goto('/auth/login')
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toHaveCSS(
      'background-color',
      'rgb(134, 113, 1)',
    )
  } finally {
    await change(page, 'look', { accent: look.accent, homeSections: look.homeSections })
  }
})

test('a manager is sent away from the settings', async ({ page, browser }) => {
  const { email, password } = await register(page)
  const admin = await browser.newContext()
  await enterAsAdmin(admin)
  const { data } = await (await admin.request.get(`/api/users/customers?keyword=${email}`)).json()
  const role = await admin.request.patch(`/api/users/${data[0]._id}`, { data: { role: 'manager' } })
  expect(role.status(), await role.text()).toBe(200)
  await admin.close()
  expect((await page.request.post('/api/auth/login', { data: { email, password } })).status()).toBe(200)

  await page.goto('/dashboard/settings')

  await expect(page.getByRole('alert')).toHaveText(/You are not authorized to access this page\./)
  await expect(page).toHaveURL('/')
  expect((await page.request.get('/api/settings')).status()).toBe(403)
})
