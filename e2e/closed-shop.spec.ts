import { expectAccessible } from './axe.ts'
import { expect, failedLoad, type Page, test } from './shop.ts'
import { enterAsAdmin } from './staff.ts'

/** Changes settings; answers a function that restores the earlier values. */
async function change({ request: admin }: Page, group: string, fields: object) {
  const read = async () => (await (await admin.get('/api/settings')).json()).data
  const before = (await read())[group]
  const set = async (sent: object) => {
    const answer = await admin.patch('/api/settings', { data: { version: (await read()).version, [group]: sent } })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await set(fields)
  return () => set(before)
}

test.describe('a closed shop', () => {
  test.use({ expectedError: failedLoad(503, 403) })

  test('lets a visitor in who has the password, and its admin opens it', async ({ browser, page, theirs: staff }) => {
    await enterAsAdmin(staff)
    await staff.request.put('/api/settings/visitors', { data: { password: 'let me in' } })
    const restore = await change(staff, 'shop', { isOpen: false, closedMessage: 'Back on Monday.' })
    try {
      await page.goto('/sale')
      await expect(page.getByRole('heading', { name: 'Opening soon' })).toBeVisible()
      await expect(page.getByText('Back on Monday.')).toBeVisible()
      await expectAccessible(page)
      await page.getByLabel('Password for visitors').fill('guess')
      await page.getByRole('button', { name: 'Enter' }).click()
      await expect(page.getByRole('alert')).toHaveText('This password is not right.')
      await page.getByLabel('Password for visitors').fill('let me in')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/sale$/)
      await expect(page.getByRole('banner')).toBeVisible()

      await staff.goto('/dashboard/home')
      await staff.getByRole('link', { name: 'Open it' }).click()
      await staff.getByRole('switch', { name: 'The shop is open' }).click()
      await staff.getByRole('button', { name: 'Save Shop: Open or closed' }).click()
      await expect(staff.getByText('Your shop is closed.')).toBeHidden()
      expect((await (await browser.newContext()).request.get(page.url())).status()).toBe(200)
    } finally {
      await restore()
    }
  })
})
