import {
  addAddress,
  addToCart,
  aProduct,
  aVisitor,
  chooseOptions,
  expect,
  failedLoad,
  inStock,
  openNewOrder,
  payWith,
  register,
  registerByForm,
  saveAddress,
  test,
} from './shop.ts'

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
  await addAddress(page)

  await expect(page).toHaveURL('/account/checkout')
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expect(page.getByText('Carter Road, Bandra West')).toBeVisible()
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  const total = (await pay.textContent())?.replace('Pay ', '') ?? ''
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

test('T122 T126 a buyer whose payment is cancelled or declined can try again and pays once', async ({ page }) => {
  await register(page)
  await openNewOrder(page)

  await payWith(page, 'Cancel')
  await expect(page.getByText('You left PayPal before paying')).toBeVisible()
  await expect(page.getByRole('button', { name: /Pay with TEST PayPal/ })).toBeEnabled()
  await payWith(page, 'Pay (bank refuses)')
  await expect(page.getByText('The payment failed. Please choose another way to pay.')).toHaveCount(1)
  await expect(page.getByText('Amount to pay')).toBeVisible()

  await payWith(page, 'Pay')
  await expect(page.getByText('Amount paid')).toBeVisible()
})

test('a paid order shows thanks once, then its own page with a receipt, and can be bought again', async ({ page }) => {
  const { firstName } = await register(page)
  const { product } = await openNewOrder(page, { quantity: 2 })
  await payWith(page, 'Pay')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(`Thank you, ${firstName}`)
  await expect(heading).toBeFocused()

  await page.reload()
  await expect(heading).toHaveText(/^Order [0-9A-F]{8}$/)
  await expect(page.getByText('Order paid successfully.')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Progress' }).getByRole('listitem')).toHaveCount(4)
  await expect(page.getByRole('navigation', { name: 'Checkout steps' })).toBeHidden()

  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(page).toHaveURL(/\/receipt$/)
  await expect(page.getByRole('article')).toContainText(product.name)
  await expect(page.getByRole('article')).toContainText('Amount paid')
  await page.getByRole('link', { name: 'The order' }).click()

  await page.getByRole('button', { name: 'Buy again' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('Your order is in your cart again')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article', { name: product.name })).toBeVisible()
  await expect(page.getByText('Your order is in your cart again')).toBeHidden()
})

test('a customer who leaves the pay page is offered the order in the cart and the checkout', async ({ page }) => {
  await register(page)
  await saveAddress(page)
  const { product } = await openNewOrder(page)
  const order = page.url()
  const waitingOrders = page.getByRole('region', { name: 'Orders that wait for payment' })

  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty. Why not browse some amazing products?')).toBeVisible()
  await expect(waitingOrders).toContainText('waits for payment: pay or cancel it')
  await page.goto('/account/shipping')
  await expect(waitingOrders.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('$0.00')).toHaveCount(0)
  await addToCart(page, product)
  await page.goto('/account/shipping')
  await page.getByRole('radio').first().check({ force: true })
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  await expect(page).toHaveURL('/account/checkout')
  await waitingOrders.getByRole('link', { name: 'Pay order' }).click()
  await expect(page).toHaveURL(order)
  await expect(page.getByText('Amount to pay')).toBeVisible()

  await page.goto('/cart')
  await waitingOrders.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByRole('dialog')).toContainText('Nothing was paid')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Order cancelled successfully.')).toBeVisible()
  await expect(waitingOrders).toBeHidden()
})

test('a payment that takes the bank days is shown as pending, without buttons', async ({ page }) => {
  await register(page)
  await openNewOrder(page)
  await payWith(page, 'Pay by eCheck')

  await expect(page.getByText('Payment pending at PayPal')).toBeVisible()
  await expect(page.getByRole('button', { name: /Pay with TEST PayPal/ })).toBeHidden()
  await page.reload()
  await expect(page.getByText('Payment pending at PayPal')).toBeVisible()
})

test('B19 B20 a buyer cancels an order, also when it is paid, and its units are for sale again', async ({ page }) => {
  await register(page)
  const { product } = await openNewOrder(page)
  const stock = async () => (await (await page.request.get(`/api/products/${product._id}`)).json()).data.stock
  const before = await stock()
  await expect(page.getByText(/Kept for you until/)).toBeVisible()

  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Order cancelled successfully.')).toBeVisible()
  await expect(page.getByText('This order was cancelled. There is nothing to pay.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Pay with TEST PayPal/ })).toBeHidden()
  expect(await stock()).toBe(before + 1)

  await openNewOrder(page)
  await payWith(page, 'Pay')
  await expect(page.getByText('Amount paid')).toBeVisible()
  await page.getByRole('link', { name: 'View order' }).click()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('This order was cancelled. Your money was given back.')).toBeVisible()
  await page.goto('/account/profile')
  await expect(page.getByRole('region', { name: 'Orders' }).getByText('cancelled')).toHaveCount(2)
})

test.describe('a price that changes during the review of an order', () => {
  test.use({ expectedError: failedLoad(409) })

  test('B1 is shown beside the old one, line by line, before the order is placed', async ({
    page,
    playwright,
    baseURL,
  }) => {
    const staff = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
    await staff.post('/api/auth/login', { data: { email: 'admin@example.com', password: 'mela@demo1' } })
    const product = await aProduct(page, 'at its full price', ({ onSale, stock }) => !onSale && stock > 1)
    const priceIt = async (price: number) =>
      expect((await staff.put(`/api/products/${product._id}`, { data: { price } })).status()).toBe(200)
    await register(page)
    await saveAddress(page)
    await addToCart(page, product)
    await page.goto('/account/shipping')
    await page.getByRole('button', { name: 'CONTINUE' }).click()
    await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeEnabled()

    await priceIt(product.price + 3)
    await page.setViewportSize({ width: 390, height: 500 })
    await page.getByText('Total', { exact: true }).scrollIntoViewIfNeeded()
    try {
      await page.getByRole('button', { name: /^Pay \$/ }).click()
      const note = page.getByRole('alert')
      await expect(note).toBeInViewport()
      await expect(note).toContainText('Prices or availability have changed.')
      const [now, was] = [product.price + 3, product.price].map(price => `$${price.toFixed(2)}`)
      await expect(note).toContainText(`${product.name}: now ${now}, was ${was}`)
      await expect(page).toHaveURL('/account/checkout')
      await page.getByRole('button', { name: /^Pay \$/ }).click()
      await page.waitForURL(/\/account\/pay\/[0-9a-f]{24}/)
      await expect(page.getByRole('main')).toContainText(`${now}`)
    } finally {
      await priceIt(product.price)
      await staff.dispose()
    }
  })
})

test('T116 T117 checkout redirects a customer without an address, or with an empty cart', async ({ page }) => {
  await register(page)
  await addToCart(page, await inStock(page))
  await page.goto('/account/checkout')
  await expect(page).toHaveURL('/account/shipping')
  await expect(page.getByText('Please select an address.')).toBeVisible()

  await addAddress(page)
  await expect(page.getByRole('radio')).toBeChecked()
  await page.evaluate(() => {
    const cart = JSON.parse(localStorage.getItem('mela.cart') ?? '{}')
    localStorage.setItem('mela.cart', JSON.stringify({ ...cart, items: [] }))
  })
  await page.goto('/account/checkout')
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('Please add some products to the cart.')).toBeVisible()
})

test('T110 T111 T113 addresses are listed, one is chosen and kept with the cart', async ({ page }) => {
  await register(page)
  await addToCart(page, await inStock(page))
  for (const building of ['12 Sea View Apartments', '4 Hill Road Cottages']) await saveAddress(page, building)
  await page.goto('/account/shipping')
  await expect(page.getByRole('radio')).toHaveCount(2)
  await page.getByRole('radio', { name: /12 Sea View/ }).check({ force: true })

  await page.reload()
  await expect(page.getByRole('radio', { name: /12 Sea View/ })).toBeChecked()
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('mela.cart') ?? '{}').address.building)
  expect(kept).toBe('12 Sea View Apartments')
})

test.describe('another customer’s order', () => {
  test.use({ expectedError: failedLoad(404) })

  test('T372 looks like one that does not exist', async ({ page }) => {
    await register(page)
    await page.goto('/account/pay/0190a0b1c2d3e4f5a6b7c8d9')

    await expect(page.getByText('Something went wrong, please try again later...')).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('$')
  })
})

test('T084 T085 T086 T064-T067 T070 signing in stores the displayed user and no secret; a reload keeps it', async ({
  page,
}) => {
  const { email, password } = await registerByForm(page)
  await page.reload()
  await page.getByRole('button', { name: 'Account of Meera Nair' }).click()
  const menu = page.getByRole('banner')
  await expect(menu.getByText(email)).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/account/profile')
  await expect(menu.getByRole('link', { name: 'My Orders' })).toHaveAttribute('href', /^\/account\/profile/)
  await expect(menu.getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/contact')
  await expect(page.getByRole('button', { name: 'Account of Meera Nair' })).toHaveText('M')

  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  const user = await page.evaluate(() => JSON.parse(localStorage.getItem('mela.user') ?? '{}'))
  expect(Object.keys(user).sort()).toEqual(['avatarUrl', 'email', 'id', 'isActive', 'name', 'role'])
  expect(stored).not.toContain(password)
  const session = (await page.context().cookies()).find(({ name }) => name === 'mela_session')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  expect(stored).not.toContain(session?.value)

  await menu.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/auth/login')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('mela.user'))).toBe('null')
})

test.describe('a visitor who is not signed in', () => {
  test.use({ expectedError: failedLoad(401) })

  test('is asked to log in and returns to the requested page', async ({ page }) => {
    const visitor = aVisitor()
    await page.goto('/account/shipping')
    await expect(page).toHaveURL(/\/auth\/login\?redirect=%2Faccount%2Fshipping/)

    await page.getByRole('link', { name: /register|create/i }).click()
    await page.getByLabel('First name').fill(visitor.firstName)
    await page.getByLabel('Last name').fill(visitor.lastName)
    await page.getByLabel('Email').fill(visitor.email)
    await page.getByLabel('Password', { exact: true }).fill(visitor.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL('/account/shipping')
  })
})
