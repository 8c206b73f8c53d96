import { formatPrice } from '@mela/contract'
import { addToCart, aProduct, expect, inStock, openAlive, type Page, test } from './shop.ts'

test('T094 T095 T096 T097 T108 lines and amounts follow plus, minus and remove at once, until the cart is empty', async ({
  page,
}) => {
  const product = await aProduct(page, 'of 5 in stock or fewer', ({ stock }) => stock > 1 && stock <= 10)
  const price = product.onSale && product.salePrice > 0 ? product.salePrice : product.price
  await addToCart(page, product)
  await page.goto('/cart')
  const line = page.getByRole('article', { name: product.name })
  const summary = page.getByRole('region', { name: /summary/i })

  await expect(line.getByRole('button', { name: /^Decrease/ })).toBeDisabled()
  await expect(summary).toContainText(formatPrice(price, 'USD'))
  await line.getByRole('button', { name: /^Increase/ }).click()
  await expect(line).toContainText(formatPrice(price * 2, 'USD'))
  const tax = Math.round(price * 2 * 18) / 100
  await expect(summary).toContainText(formatPrice(tax, 'USD'))
  await expect(summary).toContainText(formatPrice(price * 2 + 80 + tax, 'USD'))

  for (let count = 2; count < product.stock; count++) await line.getByRole('button', { name: /^Increase/ }).click()
  await expect(line.getByRole('button', { name: /^Increase/ })).toBeDisabled()
  await page.getByRole('button', { name: `Remove ${product.name}` }).click()
  await expect(page.getByText('Your cart is empty. Why not browse some amazing products?')).toBeVisible()
  await page.getByRole('link', { name: 'Start browsing' }).click()
  await expect(page).toHaveURL('/')
})

test('T098 T099 T100 T101 the cart survives a reload, with one line per product and only the specified fields', async ({
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

/** A stored cart with an earlier price, another quantity, or a product that was deleted. */
async function rememberOtherwise(page: Page, ...changes: { id: string; product?: object; quantity?: number }[]) {
  await page.evaluate(changes => {
    const cart = JSON.parse(localStorage.getItem('mela.cart') ?? '{}')
    for (const { id, product, quantity } of changes) {
      const item = cart.items.find((item: { product: { _id: string } }) => item.product._id === id)
      Object.assign(item.product, product)
      if (quantity) item.quantity = quantity
    }
    localStorage.setItem('mela.cart', JSON.stringify(cart))
  }, changes)
}

test('B109 opening the cart updates every line, lists each change, and shifts no layout', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const [repriced, scarce, gone] = [
    await aProduct(page, 'without sale', ({ onSale, stock }) => !onSale && stock > 10),
    await aProduct(page, 'with 3 to 10 in stock', ({ stock }) => stock >= 3 && stock <= 10),
    await aProduct(page, 'with plenty in stock', ({ onSale, stock }) => onSale && stock > 10),
  ]
  for (const product of [repriced, scarce, gone]) await addToCart(page, product)
  await rememberOtherwise(
    page,
    { id: repriced._id, product: { price: repriced.price + 20 } },
    { id: scarce._id, product: { stock: 50 }, quantity: 40 },
    { id: gone._id, product: { _id: '0'.repeat(24) } },
  )
  const calls: string[] = []
  page.on('request', request => request.url().includes('/api/products') && calls.push(request.url()))

  await page.goto('/cart')

  await expect(page.getByRole('alert').getByRole('listitem')).toContainText([
    `${repriced.name}: now ${formatPrice(repriced.price, 'USD')}, was ${formatPrice(repriced.price + 20, 'USD')}`,
    `${scarce.name}: only ${scarce.stock} left, the quantity is now ${scarce.stock}`,
    `${gone.name}: no longer available`,
  ])
  expect(calls).toHaveLength(1)
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01)
  await expect(page.getByRole('button', { name: 'Checkout' }).first()).toBeDisabled()

  await page
    .getByRole('alert')
    .getByRole('button', { name: `Remove ${gone.name}` })
    .click()
  await expect(page.getByRole('link', { name: 'Checkout' }).first()).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('B112 two tabs stay in step: lines, quantities and the badge', async ({ page, context }) => {
  const product = await inStock(page)
  const other = await context.newPage()
  await openAlive(other, '/')
  await addToCart(page, product)
  await expect(other.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await page.goto('/cart')
  await other.getByRole('link', { name: 'Cart, 1 item' }).click()
  const line = (tab: Page) => tab.getByRole('article', { name: product.name })

  await line(page)
    .getByRole('button', { name: /^Increase/ })
    .click()
  await expect(line(other).getByRole('status')).toHaveText('2')
  await other.getByRole('button', { name: `Remove ${product.name}` }).click()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible()
})
