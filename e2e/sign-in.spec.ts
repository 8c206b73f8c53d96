import { expect, failedLoad, register, registerByForm, test } from './shop.ts'

const accountPages = ['/account/shipping', '/account/checkout', `/account/pay/${'a'.repeat(24)}`, '/account/profile']

test('T071 T072 T076 login and register stand alone in the middle, without the header of the shop', async ({
  page,
}) => {
  for (const [path, heading] of [
    ['/auth/login', 'Welcome back'],
    ['/auth/register', 'Create your account'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('search')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Categories' })).toHaveCount(0)
    const form = await page.getByRole('main').boundingBox()
    const middle = (page.viewportSize()?.width ?? 0) / 2
    expect(Math.abs((form?.x ?? 0) + (form?.width ?? 0) / 2 - middle)).toBeLessThan(10)
  }
  for (const label of ['First name', 'Last name', 'Email']) await expect(page.getByLabel(label)).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Login' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/auth/forgot-password')
  await expect(page.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/auth/register')
})

test.describe('users without access to account pages', () => {
  test.use({ expectedError: failedLoad(401) })

  test('T089 T090 T091 T092 an anonymous visitor is sent to the login by each of its pages', async ({ page }) => {
    for (const path of accountPages) {
      await page.goto(path)
      await expect(page).toHaveURL(`/auth/login?redirect=${encodeURIComponent(path)}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
    }
  })
})

test('T068 a guest can use Login while the code of the page is loading, and returns to that page', async ({ page }) => {
  const { email, password } = await register(page)
  await page.context().clearCookies()
  const isUsed = Promise.withResolvers<void>()
  await page.route(/assets\/entry-client-.*js/, async route => {
    await isUsed.promise
    await route.continue()
  })
  await page.goto('/sale?size=8', { waitUntil: 'commit' })
  const login = page.getByRole('banner').getByRole('link', { name: 'Login' })
  // Waits for the early script: before the style sheet is loaded, Playwright takes every element for visible.
  await expect(page.locator('html[data-guest]')).toBeAttached()
  await expect(login).toBeVisible()
  // click() waits for the page to be loaded.
  await login.dispatchEvent('click')
  await page.waitForURL('/auth/login', { waitUntil: 'commit' })
  isUsed.resolve()

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()

  await expect(page).toHaveURL('/sale?size=8')
})

test('T084 T085 T086 signing in stores the displayed user and no secret; a reload knows the user at once', async ({
  page,
}) => {
  const { password } = await registerByForm(page)
  const stored = await page.evaluate(() => ({ ...localStorage }))
  const user = JSON.parse(stored['mela.user'] ?? '{}')
  expect(Object.keys(user).sort()).toEqual(['avatarUrl', 'email', 'id', 'isActive', 'name', 'role'])
  expect(JSON.stringify(stored)).not.toContain(password)
  const session = (await page.context().cookies()).find(({ name }) => name === 'mela_session')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  expect(JSON.stringify(stored)).not.toContain(session?.value)

  await page.route(/assets\/entry-client-.*js/, () => {})
  await page.goto('/sale', { waitUntil: 'commit' })
  await page.locator('script[src*=early-]').evaluate(({ src }: HTMLScriptElement) => import(src))
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden()

  await page.unrouteAll()
  await page.reload()
  await page.getByRole('button', { name: 'Account of Meera Nair' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/auth/login')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('mela.user'))).toBe('null')
})
