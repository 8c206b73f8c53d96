import { addToCart, aProduct, expect, inStock, test } from './shop.ts'

test('T094 an empty cart says so and leads back to the shop', async ({ page }) => {
  await page.goto('/cart')

  await expect(page.getByText('Your cart is empty. Why not browse some amazing products?')).toBeVisible()
  await page.getByRole('link', { name: 'Start browsing' }).click()
  await expect(page).toHaveURL('/')
})

test('T095 T096 T097 T108 lines and amounts follow plus, minus and remove at once', async ({ page }) => {
  const product = await aProduct(page, 'of 5 in stock or fewer', ({ stock }) => stock > 1 && stock <= 10)
  const price = product.onSale && product.salePrice > 0 ? product.salePrice : product.price
  await addToCart(page, product)
  await page.goto('/cart')
  const line = page.getByRole('article', { name: product.name })
  const summary = page.getByRole('region', { name: /summary/i })
  const money = (amount: number) => `$${amount.toFixed(2)}`

  await expect(line.getByRole('button', { name: /^Decrease/ })).toBeDisabled()
  await expect(summary).toContainText(money(price))
  await line.getByRole('button', { name: /^Increase/ }).click()
  await expect(line).toContainText(money(price * 2))
  const tax = Math.round(price * 2 * 18) / 100
  await expect(summary).toContainText(money(tax))
  await expect(summary).toContainText(money(price * 2 + 80 + tax))

  for (let count = 2; count < product.stock; count++) await line.getByRole('button', { name: /^Increase/ }).click()
  await expect(line.getByRole('button', { name: /^Increase/ })).toBeDisabled()
  await page.getByRole('button', { name: `Remove ${product.name}` }).click()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
})

test('T098 T099 T100 T101 the cart survives a reload, with one line a product, and keeps what the shop agreed to keep', async ({
  page,
}) => {
  const product = await inStock(page)
  await addToCart(page, product, 2)
  await addToCart(page, product)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible()

  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('mela.cart') ?? '{}'))
  expect(stored.items).toHaveLength(1)
  expect(stored.items[0].quantity).toBe(3)
  expect(Object.keys(stored.items[0].product).sort()).toEqual(
    ['_id', 'isActive', 'name', 'onSale', 'price', 'salePrice', 'stock', 'thumbnail'].sort(),
  )
  expect(Object.keys(stored)).toEqual(
    expect.arrayContaining(['itemsPrice', 'discountPrice', 'shippingPrice', 'taxPrice', 'totalPrice', 'address']),
  )
})

test('a cart changed in one tab is changed in the other', async ({ page, context }) => {
  const product = await inStock(page)
  await page.goto('/')
  const other = await context.newPage()
  await addToCart(other, product, 2)

  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
})

test('a storage that somebody tampered with counts as an empty cart', async ({ page }) => {
  await page.goto('/about')
  await page.evaluate(() => localStorage.setItem('mela.cart', 'x'))
  await page.goto('/cart')

  await expect(page.getByText('Your cart is empty.')).toBeVisible()
})
