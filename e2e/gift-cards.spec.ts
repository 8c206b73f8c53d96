import { expectAccessible } from './axe.ts'
import { newestEmail } from './mail.ts'
import { aStaffProduct } from './products.ts'
import { addToCart, aVisitor, expect, inStock, openAlive, register, saveAddress, test } from './shop.ts'
import { shopOf } from './shops.ts'
import { openAsAdmin } from './staff.ts'

async function codeIn(inbox: string): Promise<string> {
  const { dataDir } = shopOf(test.info().parallelIndex)
  let code: string | undefined
  await expect
    .poll(async () => {
      code = /\b[0-9A-Z]{4}(-[0-9A-Z]{4}){3}\b/.exec(await newestEmail(inbox, 'gift-card', dataDir))?.[0]
      return code
    })
    .toBeTruthy()
  return code ?? ''
}

test('a gift card that staff made pays an order whole, and its page shows what is left', async ({ page, theirs }) => {
  const { email: recipient } = aVisitor()
  await openAsAdmin(theirs, '/dashboard/gift-cards')
  await theirs.getByRole('button', { name: 'New gift card' }).click()
  await expectAccessible(theirs)
  await theirs.getByLabel('Amount').fill('5000')
  await theirs.getByLabel('Email of the recipient').fill(recipient)
  await theirs.getByRole('button', { name: 'Make and send' }).click()
  await expect(theirs.getByRole('heading', { name: 'History' })).toBeVisible()
  const code = await codeIn(recipient)

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

test('a gift card that is bought for a friend comes to them by email once it is paid', async ({ page, theirs }) => {
  const { email: friend } = aVisitor()
  const card = await aStaffProduct(theirs, { price: 25, isGiftCard: true })
  await register(page)
  await saveAddress(page)
  await openAlive(page, `/product/${card._id}`)
  await page.getByLabel('Email of the recipient (optional)').fill('friend')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('This email is not valid.')).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Email of the recipient (optional)').fill(friend)
  await page.getByLabel('Message (optional)').fill('Happy Diwali!')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Checkout' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Pay $25.00 with PayPal' }).click()
  await (await opened).getByRole('button', { name: 'Pay', exact: true }).click()

  await expect(page.getByText('Amount paid')).toBeVisible()
  await page.getByRole('link', { name: 'View order' }).click()
  await expect(page.getByText('There is nothing to pack', { exact: false })).toContainText(friend)
  await expectAccessible(page)
  expect(await codeIn(friend)).toBeTruthy()
})
