import { expectAccessible } from './axe.ts'
import { expect, failedLoad, test } from './shop.ts'
import { enterAsAdmin } from './staff.ts'

test.describe('a closed shop', () => {
  test.use({ expectedError: failedLoad(503, 403) })

  test('lets a visitor in who has the password', async ({ page, request }) => {
    async function save(shop: object) {
      const { version } = (await (await request.get('/api/settings')).json()).data
      const answer = await request.patch('/api/settings', { data: { version, shop } })
      expect(answer.status(), await answer.text()).toBe(200)
    }
    await enterAsAdmin({ request })
    await request.put('/api/settings/visitors', { data: { password: 'let me in' } })
    await save({ isOpen: false, closedMessage: 'Back on Monday.' })
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
    } finally {
      await save({ isOpen: true })
    }
  })
})
