import { expectAccessible } from './axe.ts'
import { newestEmail } from './mail.ts'
import { addToCart, aVisitor, expect, inStock, register, saveAddress, test } from './shop.ts'
import { shopOf } from './shops.ts'
import { openAsAdmin } from './staff.ts'

test('a gift card that staff made pays an order whole, and its page shows what is left', async ({ page, theirs }) => {
  const { email: recipient } = aVisitor()
  await openAsAdmin(theirs, '/dashboard/gift-cards')
  await theirs.getByRole('button', { name: 'New gift card' }).click()
  await expectAccessible(theirs)
  await theirs.getByLabel('Amount').fill('5000')
  await theirs.getByLabel('Email of the recipient').fill(recipient)
  await theirs.getByRole('button', { name: 'Make and send' }).click()
  await expect(theirs.getByRole('heading', { name: 'History' })).toBeVisible()
  const { dataDir } = shopOf(test.info().parallelIndex)
  const codeIn = async () =>
    /\b[0-9A-Z]{4}(-[0-9A-Z]{4}){3}\b/.exec(await newestEmail(recipient, 'gift-card', dataDir))?.[0]
  await expect.poll(codeIn, { timeout: 15_000 }).toBeTruthy()
  const code = (await codeIn()) ?? ''

  await register(page)
  await saveAddress(page)
  await addToCart(page, await inStock(page))
  await page.goto('/account/shipping')
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  // The shipping step has a field for codes, too.
  await expect(page).toHaveURL('/account/checkout')
  await page.getByLabel('Discount or gift card code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Nothing is left to pay.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Place order' }).click()

  await expect(page.getByText('We are packing your order.', { exact: false })).toBeVisible()
  await expect(page.getByText('Paid by gift card')).toBeVisible()
  await page.goto('/gift-cards')
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Show balance' }).click()
  await expect(page.getByRole('heading', { name: `Card ending in ${code.slice(-4)}` })).toBeVisible()
  await expectAccessible(page)
})
