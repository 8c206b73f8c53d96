import { anAddress } from '../server/test/an-address.ts'
import { expectAccessible } from './axe.ts'
import { linkInEmail } from './mail.ts'
import { aVisitor, expect, failedLoad, inStock, openAlive, payWith, test } from './shop.ts'

test('B147 a guest types once, goes back from the payment to the order that waits, and pays it', async ({ page }) => {
  const { email, firstName, lastName } = aVisitor()
  const product = await inStock(page)
  await openAlive(page, `/product/${product._id}`)
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await page.goto('/account/checkout')
  await expect(page).toHaveURL('/auth/login?redirect=%2Faccount%2Fcheckout')
  await page.goto('/account/shipping')
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await expectAccessible(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Phone').fill('98200 12345')
  await page.getByLabel('Flat and building').fill('12 Sea View Apartments')
  await page.getByLabel('Street and area').fill('Carter Road, Bandra West')
  await page.reload()
  await expect(page.getByLabel('Street and area')).toHaveValue('Carter Road, Bandra West')
  await page.getByLabel('City').fill('Mumbai')
  await page.getByLabel('State').fill('Maharashtra')
  await page.getByLabel('Pin code').fill('400050')
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  await expect(page.getByRole('region', { name: 'Contact' })).toContainText(email)
  await expectAccessible(page)

  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  const approval = await opened
  await page.waitForURL(/\/account\/pay\/[0-9a-f]{24}$/)
  await approval.close()
  await page.goto('/account/shipping')
  await page.getByRole('link', { name: /^Pay order/ }).click()
  await payWith(page, 'Pay')

  await expect(page.getByRole('heading', { level: 1, name: `Thank you, ${firstName}` })).toBeVisible()
  await expect(page.getByRole('link', { name: 'create an account' })).toBeVisible()
  await expectAccessible(page)
})

test.describe('the link in a guest’s email', () => {
  test.use({ expectedError: failedLoad(400, 401) })

  test('B147 C21 opens the order in a browser that knows nothing of it, which the page alone does not', async ({
    page,
    theirs,
  }) => {
    const { email } = aVisitor()
    const product = await inStock(page)
    const data = { products: [{ product: product._id, quantity: 1 }], shippingAddress: anAddress(), email }
    const placed = await (await page.request.post('/api/orders/guest', { data })).json()
    const path = `/account/pay/${placed.data._id}`
    const payment = { order: placed.data._id, transactionId: `T${Date.now()}`, paymentGateway: 'paypal' }
    expect((await page.request.post('/api/payments', { data: { ...payment, status: 'completed' } })).status()).toBe(201)
    const link = await linkInEmail(email, 'order-paid', '/auth/order#')

    await theirs.goto(path)
    await expect(theirs).toHaveURL(`/auth/login?redirect=${encodeURIComponent(path)}`)
    await expect(theirs.getByText('Ordered as a guest?')).toBeVisible()
    await theirs.goto(link)

    await expect(theirs).toHaveURL(path)
    await expect(theirs.getByText('Amount paid')).toBeVisible()
    await expect(theirs.getByRole('link', { name: /^Invoice/ })).toBeVisible()
    await expectAccessible(theirs)
    await theirs.goto('/auth/order#worthless')
    await theirs.getByRole('button', { name: 'Send a new link' }).click()
    await expect(theirs.getByRole('status')).toContainText('If this link was for an order')
  })
})
