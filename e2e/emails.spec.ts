import { linkInEmail } from './mail.ts'
import { aVisitor, expect, failedLoad, register, test } from './shop.ts'

const chosen = 'monsoon#7'

test('B61 a forgotten password is replaced through the emailed link', async ({ page, context }) => {
  const { email, password } = await register(page)

  await page.goto('/auth/forgot-password')
  await context.clearCookies()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('status').filter({ hasText: email })).toContainText('an email is on its way')

  await page.goto(await linkInEmail(email, 'password-reset', '/auth/reset-password'))
  await page.getByLabel('New password', { exact: true }).fill('weak')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('Please choose a stronger password.')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill(chosen)
  await page.getByRole('button', { name: 'Save new password' }).click()

  await expect(page.getByText('Password updated successfully. Please login with it.')).toBeVisible()
  await expect(page).toHaveURL('/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(chosen)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL(url => !url.pathname.startsWith('/auth'))
  expect(password).not.toBe(chosen)
})

test.describe('a used link', () => {
  test.use({ expectedError: failedLoad(400) })

  test('shows the next step', async ({ page }) => {
    await page.goto('/auth/reset-password?token=used')
    await page.getByLabel('New password', { exact: true }).fill(chosen)
    await page.getByRole('button', { name: 'Save new password' }).click()

    const sentence = 'This link was used already or is too old. Please ask for a new one.'
    await expect(page.getByRole('main').getByText(sentence)).toBeVisible()
    await page.getByRole('link', { name: 'Ask for a new one' }).click()
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  })
})

test('an address is confirmed by the link of the welcome email, and the profile stops asking', async ({ page }) => {
  const { email } = await register(page)
  await page.goto('/account/profile')
  await expect(page.getByText('Not confirmed yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Send the email again' }).click()
  await expect(page.getByText('An email is on its way to you.')).toBeVisible()

  await page.goto(await linkInEmail(email, 'welcome', '/auth/confirm-email'))
  await page.getByRole('button', { name: 'This address is mine' }).click()
  await expect(page.getByText('Your address is confirmed. Thank you.')).toBeVisible()

  await page.goto('/account/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Meera Nair' })).toBeVisible()
  await expect(page.getByText('Not confirmed yet.')).toBeHidden()
})

test.describe('an undo link of an account', () => {
  // The second press of the link is refused, and so are calls of the session that the first press has ended.
  test.use({ expectedError: failedLoad(400, 401) })

  test('B66 restores an address that was changed without the password', async ({ page, theirs: owner }) => {
    const { email } = await register(page)
    await page.goto(await linkInEmail(email, 'welcome', '/auth/confirm-email'))
    await page.getByRole('button', { name: 'This address is mine' }).click()
    await expect(page.getByText('Your address is confirmed. Thank you.')).toBeVisible()
    const moved = await page.request.patch('/api/users/current-user', { data: { email: aVisitor().email } })
    expect(moved.status()).toBe(200)
    const link = await linkInEmail(email, 'email-changed', '/auth/restore-email')

    await owner.goto(link)
    await expect(owner.getByRole('heading', { name: 'Take your account back' })).toBeVisible()
    expect((await page.request.get('/api/users/current-user')).status()).toBe(200)
    await owner.getByRole('button', { name: 'Take my account back' }).click()
    await expect(owner.getByText('Your account is back at this address')).toBeVisible()
    await owner.getByRole('link', { name: 'Login' }).click()
    await expect(owner).toHaveURL('/auth/login')

    expect((await page.request.get('/api/users/current-user')).status()).toBe(401)
    await owner.goto(link)
    await owner.getByRole('button', { name: 'Take my account back' }).click()
    await expect(owner.getByText('This link was used already or is too old.')).toBeVisible()
  })

  test('B67 restores an account that was deleted without the password', async ({ page }) => {
    const { email, password } = await register(page)
    expect((await page.request.delete('/api/users/current-user')).status()).toBe(200)
    const link = await linkInEmail(email, 'account-closed', '/auth/reopen-account')

    await page.goto(link)
    const logIn = () => page.request.post('/api/auth/login', { data: { email, password } })
    expect((await logIn()).status()).toBe(401)
    await page.getByRole('button', { name: 'Open my account again' }).click()
    await expect(page.getByText('Your account is open again.')).toBeVisible()
    expect((await logIn()).status()).toBe(200)

    await page.goto(link)
    await page.getByRole('button', { name: 'Open my account again' }).click()
    await expect(page.getByText('This link was used already or is too old.')).toBeVisible()
  })
})
