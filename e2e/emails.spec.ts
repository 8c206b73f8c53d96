import { anAddress } from '../server/test/an-address.ts'
import { expectAccessible } from './axe.ts'
import { linkInEmail } from './mail.ts'
import { aVisitor, expect, failedLoad, inStock, register, test } from './shop.ts'

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

test.describe('the link that confirms an address', () => {
  test.use({ expectedError: failedLoad(403) })

  test('B147 asks a browser that is not signed in to log in, and then brings the orders of the guest', async ({
    page,
    theirs,
  }) => {
    const product = await inStock(page)
    const { email, password } = await register(page)
    const data = { products: [{ product: product._id, quantity: 1 }], shippingAddress: anAddress(), email }
    expect((await theirs.request.post('/api/orders/guest', { data })).status()).toBe(201)
    await theirs.goto(await linkInEmail(email, 'welcome', '/auth/confirm-email'))
    await theirs.getByRole('button', { name: 'This address is mine' }).click()
    await expect(theirs.getByText('Log in to your account first, then press again.')).toBeVisible()
    await expectAccessible(theirs)
    await theirs.getByRole('link', { name: 'Login' }).click()
    await theirs.getByLabel('Email').fill(email)
    await theirs.getByLabel('Password', { exact: true }).fill(password)
    await theirs.getByRole('button', { name: 'Login', exact: true }).click()
    await theirs.getByRole('button', { name: 'This address is mine' }).click()

    await expect(theirs.getByText('The order that you placed as a guest is in your account now.')).toBeVisible()
  })
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
})
