import { expectAccessible } from './axe.ts'
import { aVisitor, expect, register, saveAddress, test } from './shop.ts'

/** A picture with a camera's file name: one red pixel. */
const picture = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
}

test('T130 T131 T143 the profile saves name, email and picture, and the header shows them at once', async ({
  page,
}) => {
  const { password } = await register(page)
  await page.goto('/account/profile')
  await page.getByRole('button', { name: 'Edit profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit profile' })
  await expect(dialog.getByLabel('First name')).toHaveValue('Meera')

  const { email } = aVisitor()
  await dialog.getByLabel('Last name').fill('Pillai')
  await expect(dialog.getByLabel('Your password')).toBeHidden()
  await dialog.getByLabel('Email').fill(email)
  await expectAccessible(page)
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile updated successfully.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Meera Pillai')
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  const menu = page.getByRole('banner').getByRole('button', { name: 'Account of Meera Pillai' })
  await expect(menu).toBeVisible()

  await test.step('a chosen picture is uploaded at once', async () => {
    await page.getByLabel('Upload a picture of you').setInputFiles(picture)

    await expect(page.getByText('Avatar uploaded successfully.')).toBeVisible()
    const shown = page.getByRole('main').locator('img[src^="/media/"]')
    await expect(shown).toBeVisible()
    const address = (await shown.getAttribute('src')) ?? ''
    await expect(menu.locator('img')).toHaveAttribute('src', address)
  })
})

test('T360 B67 a customer downloads their data and deletes the account; the browser keeps none of it', async ({
  page,
}) => {
  const { email, password } = await register(page)
  await saveAddress(page)
  await page.goto('/account/profile')

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('my-data.json')
  const file = await (await download.createReadStream()).toArray()
  expect(JSON.parse(Buffer.concat(file).toString()).data).toMatchObject({
    profile: { email },
    addresses: [{ building: '12 Sea View Apartments' }],
  })

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  const confirm = dialog.getByRole('button', { name: 'Delete account' })
  await expect(confirm).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByLabel('Type DELETE to go on').fill('DELETE')
  await dialog.getByLabel('Your password').fill(password)
  await confirm.click()

  await expect(page.getByText('Your account was deleted.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('mela.user'))).toBe('null')
  expect((await page.request.post('/api/auth/login', { data: { email, password } })).status()).toBe(401)
})
