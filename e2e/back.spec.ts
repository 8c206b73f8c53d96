import { expectAccessible } from './axe.ts'
import { expect, openAlive, register, test } from './shop.ts'

test('Back closes the form of an address, whose text is there again, and a menu; then it leaves the page', async ({
  page,
}) => {
  await register(page)
  await openAlive(page, '/')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/account\/profile/)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: /Add address/ }).click()
  await dialog.getByLabel('City').fill('Mum')
  await expectAccessible(page)

  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/account\/profile/)
  await page.getByRole('button', { name: /Add address/ }).click()
  await expect(dialog.getByLabel('City')).toHaveValue('Mum')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()
  await expect(page).toHaveURL(/\/account\/profile/)
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test.describe('without a network', () => {
  test.use({ expectedError: /ERR_INTERNET_DISCONNECTED/ })

  test('the shop says so at once, also when a link is pressed, and goes on when it is back', async ({ page }) => {
    await openAlive(page, '/')
    await page.context().setOffline(true)
    const line = page.getByRole('status').filter({ hasText: 'You are offline' })
    await expect(line).toHaveText('You are offline')

    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click()
    await expect(line).toHaveText('You are offline. The page opens once you are connected.')

    await page.context().setOffline(false)
    await expect(line).toBeHidden()
    await expect(page).toHaveURL('/contact')

    await page.context().setOffline(true)
    await page.getByRole('link', { name: /^Cart/ }).first().click()
    await expect(line).toHaveText('You are offline. The page opens once you are connected.')
    await page.context().setOffline(false)
    await expect(page).toHaveURL('/cart')
    await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible()
  })
})
