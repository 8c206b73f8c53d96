import { expectAccessible } from './axe.ts'
import { addToCart, expect, inStock, payWith, register, saveAddress, test } from './shop.ts'
import { openAsAdmin } from './staff.ts'

test('a code that the owner makes takes off what it says in cart, order, invoice and figures', async ({
  page,
  theirs,
}) => {
  const code = `FESTIVAL${Date.now()}`
  await openAsAdmin(theirs, '/dashboard/discounts/new')
  await theirs.getByLabel('Name').fill('Festival week')
  await theirs.getByLabel('Percent').fill('25')
  await theirs.getByLabel('Code', { exact: true }).fill(code)
  await theirs.getByLabel('Uses in all').fill('5')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByRole('heading', { name: 'Edit discount' })).toBeVisible()
  await expectAccessible(theirs)

  await register(page)
  await saveAddress(page)
  await addToCart(page, await inStock(page))
  await page.goto('/cart')
  await page.getByLabel('Discount or gift card code').fill(` ${code.toLowerCase()} `)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText(/^Festival week: −\$/)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/account/shipping')
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  await expect(page.getByText(`Festival week (${code})`)).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await (await opened).close()
  await page.waitForURL(/\/account\/pay\/[0-9a-f]{24}/)
  await payWith(page, 'Pay')
  await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible()
  await expect(page.getByText(`Festival week (${code})`)).toBeVisible()

  const order = /[0-9a-f]{24}/.exec(page.url())?.[0]
  await theirs.reload()
  await expect(theirs.getByText('1 of 5')).toBeVisible()
  for (const screen of ['', '/invoice']) {
    await theirs.goto(`/dashboard/orders/order/${order}${screen}`)
    await expect(theirs.getByText(`Festival week (${code})`).first()).toBeVisible()
  }
})
