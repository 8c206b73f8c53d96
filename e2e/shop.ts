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

/** Chooses the first value in stock of each option that the product page asks for. */
export async function chooseOptions(page: Page) {
  for (const option of await page.getByRole('main').getByRole('group').all()) {
    const inStock = option.getByRole('radio', { name: /^[^,]+$/ })
    if ((await inStock.count()) > 0) await inStock.first().check({ force: true })
  }
}

/** Adds a product to the cart on its own page. */
export async function addToCart(page: Page, product: { _id: string; name: string }, quantity = 1) {
  await page.goto(`/product/${product._id}`)
  const more = page.getByRole('button', { name: `Increase quantity of ${product.name}` })
  for (let count = 1; count < quantity; count++) await more.click()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Product added to cart successfully')).toBeVisible()
}

/** Fills in the address form of the open dialog and saves it. */
export async function addAddress(page: Page, building?: string) {
  await sendAddress(page, building)
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Fills in and sends the address form, of a dialog or a first address, without waiting for success. */
async function sendAddress(page: Page, building = '12 Sea View Apartments') {
  const dialog = page.getByRole('dialog').or(page.getByRole('region', { name: 'Add address' }))
  await dialog.getByLabel('Phone').fill('98200 12345')
  await dialog.getByLabel('Flat and building').fill(building)
  await dialog.getByLabel('Street and area').fill('Carter Road, Bandra West')
  await dialog.getByLabel('City').fill('Mumbai')
  await dialog.getByLabel('State').fill('Maharashtra')
  await dialog.getByLabel('Pin code').fill('400050')
  await dialog.getByRole('button', { name: /save|add/i }).click()
}

/** Saves an address of the signed-in customer without its dialog. */
export async function saveAddress(page: Page, building = '12 Sea View Apartments') {
  const data = anAddress({ building })
  expect((await page.request.post('/api/users/current-user/addresses', { data })).status()).toBe(201)
}

/** Places the signed-in customer's order of one product without cart and checkout. */
export async function orderAtOnce(page: Visitor, { quantity = 1 } = {}) {
  const product = await inStock(page)
  const { firstName, lastName } = aVisitor()
  const data = {
    products: [{ product: product._id, quantity }],
    shippingAddress: anAddress({ name: { firstName, lastName } }),
  }
  const placed = await page.request.post('/api/orders', { data })
  expect(placed.status(), await placed.text()).toBe(201)
  const { data: order } = await placed.json()
  return { order: order as PlacedOrder, product }
}

/** Places an order like `orderAtOnce()`, and opens its pay page. */
export async function openNewOrder(page: Page, given?: { quantity: number }) {
  const placed = await orderAtOnce(page, given)
  await page.goto(`/account/pay/${placed.order._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return placed
}

/** The choices of the emulator's approval window. */
export type BuyersChoice = 'Pay' | 'Pay (bank refuses)' | 'Pay by eCheck' | 'Cancel'

/** Presses the provider's button and chooses in its popup, which then closes by itself. */
export async function payWith(page: Page, choice: BuyersChoice) {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /Pay with TEST PayPal/ }).click()
  const approval = await opened
  const closed = approval.waitForEvent('close')
  await approval.getByRole('button', { name: choice, exact: true }).click()
  await closed
}
