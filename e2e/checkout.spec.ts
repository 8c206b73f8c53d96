import { expectAccessible, NARROW } from './axe.ts'
import { expect, failedLoad, openNewOrder, type Page, payWith, register, registerByForm, test } from './shop.ts'

/** Chooses the first value in stock of each option that the product page asks for. */
async function chooseOptions(page: Page) {
  for (const option of await page.getByRole('main').getByRole('group').all()) {
    const inStock = option.getByRole('radio', { name: /^[^,]+$/ })
    if ((await inStock.count()) > 0) await inStock.first().check({ force: true })
  }
}

async function addAddress(page: Page) {
  const form = page.getByRole('region', { name: 'Add address' })
  await form.getByLabel('Phone').fill('98200 12345')
  await form.getByLabel('Flat and building').fill('12 Sea View Apartments')
  await form.getByLabel('Street and area').fill('Carter Road, Bandra West')
  await form.getByLabel('City').fill('Mumbai')
  await form.getByLabel('State').fill('Maharashtra')
  await form.getByLabel('Pin code').fill('400050')
  await form.getByRole('button', { name: 'Save address' }).click()
}

test('T401 T112-T118 T121-T125 T128 a visitor registers, finds a product, orders two and pays; the profile shows the order', async ({
  page,
}) => {
  await registerByForm(page)
  await expect(page).toHaveURL('/')

  await page.getByRole('banner').getByLabel('Search products').fill('block-print kurta')
  await page.getByRole('banner').getByLabel('Search products').press('Enter')
  await expect(page).toHaveURL(/\/search/)
  await page.getByRole('main').getByRole('article').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/products\//)
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Results')
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await chooseOptions(page)
  await page.getByRole('button', { name: `Increase quantity of ${name}` }).click()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await page.getByRole('link', { name: 'Cart, 2 items' }).click()
  await page.getByRole('link', { name: 'Checkout' }).first().click()

  await expect(page).toHaveURL('/account/shipping')
  await expect(page.getByText("You don't have any saved address.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'CONTINUE' })).toBeDisabled()
  await expectAccessible(page)
  await addAddress(page)

  await expect(page).toHaveURL('/account/checkout')
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expect(page.getByText('Carter Road, Bandra West')).toBeVisible()
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  const total = /\$[\d,.]+/.exec((await pay.textContent()) ?? '')?.[0] ?? ''
  await pay.click()

  await page.waitForURL(/\/account\/pay\/[0-9a-f]{24}$/)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('mela.cart') ?? '{}').items)).toEqual([])
  await expect(page.getByText('Order created successfully.')).toBeVisible()
  const payment = page.getByRole('region', { name: 'Payment' })
  await expect(payment).toContainText('Amount to pay')
  await expect(payment).toContainText(total)
  await expect(payment).toContainText('USD')

  await payWith(page, 'Pay')
  await expect(page.getByText('Order paid successfully.')).toBeVisible()
  await expect(payment).toContainText('Amount paid')
  await expect(page.getByRole('button', { name: /Pay with TEST PayPal/ })).toBeHidden()

  await page.goto('/account/profile')
  const order = page.getByRole('region', { name: 'Orders' }).getByRole('listitem')
  await expect(order).toHaveCount(1)
  await expect(order).toContainText(/processing/i)
  await expect(order).toContainText(total)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: NARROW, height: 900 } })

  test('T122 T126 a buyer whose payment is cancelled or declined can try again and pays once; nothing moves', async ({
    page,
  }) => {
    await register(page)
    await openNewOrder(page)
    const button = page.getByRole('button', { name: /Pay with TEST PayPal/ })
    await expect(button).toBeEnabled()
    await page.evaluate(() => document.fonts.ready)
    const summary = page.getByRole('region', { name: 'Order summary' })
    const places = async () => [await button.boundingBox(), await summary.boundingBox()]
    const before = await places()

    await payWith(page, 'Cancel')
    await expect(page.getByText('You left PayPal before paying')).toBeVisible()
    await expect(button).toBeEnabled()
    expect(await places()).toEqual(before)
    await expectAccessible(page)
    await payWith(page, 'Pay (bank refuses)')
    await expect(page.getByText('The payment failed. Please choose another way to pay.')).toHaveCount(1)
    await expect(page.getByText('Amount to pay')).toBeVisible()

    await payWith(page, 'Pay')
    await expect(page.getByText('Amount paid')).toBeVisible()
  })
})

test('B42 a buyer whose browser opens no popup pays on the provider’s page and returns to a paid order', async ({
  page,
}) => {
  await register(page)
  const { order } = await openNewOrder(page)
  const started = await page.request.post('/api/payments/paypal/orders', { data: { order: order._id } })
  await page.goto((await started.json()).data.approveUrl)

  await page.getByRole('button', { name: 'Pay', exact: true }).click()

  await expect(page).toHaveURL(`/account/pay/${order._id}`)
  await expect(page.getByText('Amount paid')).toBeVisible()
})

test.describe('a provider that answers a declined card with 422', () => {
  test.use({ expectedError: failedLoad(422) })

  test('a buyer pays by card on the provider’s page, after a declined card and a change of mind', async ({ page }) => {
    await register(page)
    const { order } = await openNewOrder(page)
    const card = page.getByRole('button', { name: /Pay by TEST card/ })

    await card.click()
    await page.getByRole('button', { name: 'Pay (bank refuses)' }).click()
    await expect(page.getByRole('alert')).toContainText('Your card was declined.')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(`/account/pay/${order._id}?gateway=stripe`)
    await expect(card).toBeEnabled()
    await expectAccessible(page)

    await card.click()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
    await expect(page.getByText('Amount paid')).toBeVisible()
  })
})
