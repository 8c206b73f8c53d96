import { codeOf } from '../server/test/two-factor.ts'
import { expectAccessible, sidewaysScroll } from './axe.ts'
import { expect, failedLoad, type Page, register, test } from './shop.ts'

async function openSecurity(page: Page) {
  await page.goto('/account/profile')
  return page.getByRole('region', { name: 'Security' })
}

async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Logs in through the API, without the form. */
async function startSession(page: Page, { email, password }: { email: string; password: string }) {
  expect((await page.request.post('/api/auth/login', { data: { email, password } })).status()).toBe(200)
}

test.describe('the security of an account', () => {
  // The tests provoke a refused code and calls of ended sessions.
  test.use({ expectedError: failedLoad(401, 403) })

  test('T134 T361 a new password keeps this browser signed in, and no other', async ({ page, theirs: elsewhere }) => {
    const visitor = await register(page)
    await startSession(elsewhere, visitor)

    await (await openSecurity(page)).getByRole('button', { name: 'Update password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Update password' })
    await expectAccessible(page)
    await dialog.getByLabel('Old password').fill(visitor.password)
    await dialog.getByLabel('New password', { exact: true }).fill('Monsoon#7')
    await dialog.getByLabel('Confirm new password').fill('Monsoon#7')
    await dialog.getByRole('button', { name: 'Update password' }).click()

    await expect(page.getByText('Password updated successfully.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await page.reload()
    await expect(page).toHaveURL('/account/profile')
    expect((await elsewhere.request.get('/api/users/current-user')).status()).toBe(401)
    await startSession(elsewhere, { ...visitor, password: 'Monsoon#7' })
  })

  test('two-factor sign-in is set up with an app, required at the login, and turned off again', async ({ page }) => {
    const visitor = await register(page)
    await (await openSecurity(page)).getByRole('button', { name: 'Set up' }).click()
    await page.getByLabel('Your password').fill(visitor.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await sidewaysScroll(page)).toEqual([])
    const dialog = page.getByRole('dialog')
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    const key = await page.getByText(/^[A-Z2-7 ]{39}$/).textContent()
    const secret = (key ?? '').replaceAll(' ', '')
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    const [recoveryCode = ''] = await codes.allTextContents()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download', exact: true }).click()
    expect((await download).suggestedFilename()).toBe('mela-recovery-codes.txt')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await expect(page.getByRole('button', { name: 'Turn off' })).toBeFocused()

    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await logIn(page, visitor)
    await expect(page.getByText('Please enter the code from your authenticator app.')).toBeVisible()
    await expect(page.getByLabel('Code')).toBeFocused()
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText(/This code is not right\. Please try again\./)
    await page.getByLabel('Code').fill(codeOf(secret, 1))
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).not.toHaveURL(/\/auth\/login/)

    await (await openSecurity(page)).getByRole('button', { name: 'Turn off' }).click()
    await page.getByLabel('Your password').fill(visitor.password)
    await page.getByLabel('Code', { exact: true }).fill(recoveryCode)
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await expect(page.getByText('Two-factor sign-in is off.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Set up' })).toBeFocused()
  })
})
