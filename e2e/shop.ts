import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { anAddress } from '../server/test/an-address.ts'
import { test as base } from './kept-contexts.ts'
import { shopOf } from './shops.ts'

export { expect, type Page } from '@playwright/test'

/** Tests fail on console errors and warnings, except those that match `expectedError`. */
export const test = base.extend<{ expectedError: RegExp | undefined; cleanConsole: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: this is how Playwright knows that it needs no other fixture
  baseURL: async ({}, use, { parallelIndex }) => use(shopOf(parallelIndex).url),
  expectedError: [undefined, { option: true }],
  cleanConsole: [
    async ({ page, expectedError }, use) => {
      const errors: string[] = []
      const note = (text: string) => {
        if (!expectedError?.test(text)) errors.push(text)
      }
      page.on('console', message => {
        if (['error', 'warning'].includes(message.type())) note(message.text())
      })
      page.on('pageerror', error => note(error.message))
      await use(undefined)
      expect(errors, 'the console').toEqual([])
    },
    { auto: true },
  ],
})

/** The browser's own console message for a response with one of these statuses. */
export const failedLoad = (...statuses: number[]) => new RegExp(`status of (${statuses.join('|')})`)

export interface Listed {
  _id: string
  slug: string
  name: string
  price: number
  salePrice: number
  onSale: boolean
  stock: number
  thumbnail: object | null
  rating: { average: number; count: number }
  category: { name: string; slug: string }
  options: { name: string; values: { name: string }[] }[]
}

interface PlacedOrder {
  _id: string
  totalAmount: number
  products: { product: { _id: string; name: string } }[]
}

/** Opens a page of the storefront and waits for hydration; a click before that loads a whole page. */
export async function openAlive(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('banner').getByRole('combobox', { includeHidden: true })).toHaveCount(1)
}

/** A page, or a browser context without a page. */
export interface Visitor {
  request: APIRequestContext
}

/** All active products, newest first. */
export async function activeProducts(page: Visitor): Promise<Listed[]> {
  const answer = await page.request.get('/api/products?size=100')
  return (await answer.json()).data
}

/** The first product without options that matches; fails with a message about the missing product otherwise. */
export async function aProduct(page: Visitor, what: string, fits: (product: Listed) => boolean): Promise<Listed> {
  const found = (await activeProducts(page)).find(product => product.options.length === 0 && fits(product))
  if (!found) throw new Error(`The demo catalogue has no product ${what}.`)
  return found
}

export const inStock = (page: Visitor) => aProduct(page, 'with more than 20 in stock', ({ stock }) => stock > 20)

/** The data of a new account, with an email address of its own for each test. */
export function aVisitor() {
  const unique = `${Date.now()}${Math.random().toString(36).slice(2, 8)}`
  return { firstName: 'Meera', lastName: 'Nair', email: `meera.${unique}@example.com`, password: 'kerala#42' }
}

/** Registers an account and signs this browser in. */
export async function register(page: Visitor, visitor = aVisitor()) {
  const { firstName, lastName, email, password } = visitor
  const data = { name: { firstName, lastName }, email, password }
  const answer = await page.request.post('/api/auth/register', { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return visitor
}

/** Registers through the form, which then leads to the home page. */
export async function registerByForm(page: Page, visitor = aVisitor()) {
  await page.goto('/auth/register')
  await page.getByLabel('First name').fill(visitor.firstName)
  await page.getByLabel('Last name').fill(visitor.lastName)
  await page.getByLabel('Email').fill(visitor.email)
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(url => !url.pathname.startsWith('/auth'))
  return visitor
}

/** Adds a product to the cart on its own page. */
export async function addToCart(page: Page, product: { _id: string }) {
  await page.goto(`/product/${product._id}`)
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Product added to cart successfully')).toBeVisible()
}

/** Saves an address of the signed-in customer without its dialog. */
export async function saveAddress(page: Visitor) {
  const data = anAddress({ building: '12 Sea View Apartments' })
  const saved = await page.request.post('/api/users/current-user/addresses', { data })
  expect(saved.status()).toBe(201)
  return (await saved.json()).data
}

/** Places the signed-in customer's order of one product without cart and checkout. */
export async function orderAtOnce(page: Visitor) {
  const product = await inStock(page)
  const { firstName, lastName } = aVisitor()
  const data = {
    products: [{ product: product._id, quantity: 1 }],
    shippingAddress: anAddress({ name: { firstName, lastName } }),
  }
  const placed = await page.request.post('/api/orders', { data })
  expect(placed.status(), await placed.text()).toBe(201)
  const { data: order } = await placed.json()
  return { order: order as PlacedOrder, product }
}

/** Reports that the signed-in customer's order was paid, or could not be, without the provider's page. */
export async function payAtOnce(page: Visitor, { _id, totalAmount }: PlacedOrder, status = 'completed') {
  const transactionId = `T${Date.now()}${Math.random().toString(36).slice(2, 8)}`.toUpperCase()
  const data = { order: _id, transactionId, status, paymentGateway: 'paypal', amount: totalAmount }
  const paid = await page.request.post('/api/payments', { data })
  expect(paid.status(), await paid.text()).toBe(201)
  return (await paid.json()).data as { _id: string; transactionId: string; amount: number }
}

/** Signs in a customer with a saved address, a cart, a paid order and an unpaid one. */
export async function aCustomer(page: Page) {
  await register(page)
  const address = await saveAddress(page)
  const { order: paid, product } = await orderAtOnce(page)
  const payment = await payAtOnce(page, paid)
  const { order: unpaid } = await orderAtOnce(page)
  const cart = JSON.stringify({ version: 1, items: [{ product, quantity: 1 }], address })
  await page.addInitScript(cart => localStorage.setItem('mela.cart', cart), cart)
  return { paid: paid._id, unpaid: unpaid._id, payment: payment._id, transactionId: payment.transactionId }
}

/** Places an order like `orderAtOnce()`, and opens its pay page. */
export async function openNewOrder(page: Page) {
  const placed = await orderAtOnce(page)
  await page.goto(`/account/pay/${placed.order._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return placed
}

/** Presses the provider's button and chooses in its popup, which then closes by itself. */
export async function payWith(page: Page, choice: 'Pay' | 'Pay (bank refuses)' | 'Cancel') {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /Pay with TEST PayPal/ }).click()
  const approval = await opened
  const closed = approval.waitForEvent('close')
  await approval.getByRole('button', { name: choice, exact: true }).click()
  await closed
}
