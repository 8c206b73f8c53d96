import { test as base, expect, type Page } from '@playwright/test'

export { expect, type Page } from '@playwright/test'

/** Every page of every test must stay free of console errors, except those that the test itself provokes. */
export const test = base.extend<{ expectedErrors: RegExp[]; cleanConsole: undefined }>({
  expectedErrors: [[], { option: true }],
  cleanConsole: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = []
      const note = (text: string) => {
        if (!expectedErrors.some(expected => expected.test(text))) errors.push(text)
      }
      page.on('console', message => ['error', 'warning'].includes(message.type()) && note(message.text()))
      page.on('pageerror', error => note(error.message))
      await use(undefined)
      expect(errors, 'the console').toEqual([])
    },
    { auto: true },
  ],
})

/** What the browser says by itself about an answer with this status. */
export const failedLoad = (status: number) => new RegExp(`status of ${status}`)

interface Listed {
  _id: string
  name: string
  price: number
  salePrice: number
  onSale: boolean
  stock: number
  isActive: boolean
  category: { name: string; slug: string }
}

/** All products on the shelf, newest first. */
export async function productsOnShelf(page: Page): Promise<Listed[]> {
  const answer = await page.request.get('/api/products?size=100')
  return (await answer.json()).data
}

/** The first product that fits, or a failing test that says what the catalogue lacks. */
export async function aProduct(page: Page, what: string, fits: (product: Listed) => boolean): Promise<Listed> {
  const found = (await productsOnShelf(page)).find(fits)
  if (!found) throw new Error(`The demo catalogue has no product ${what}.`)
  return found
}

/** A person of their own for each test. */
export function aVisitor() {
  const unique = `${Date.now()}${Math.random().toString(36).slice(2, 8)}`
  return { firstName: 'Meera', lastName: 'Nair', email: `meera.${unique}@example.com`, password: 'kerala#42' }
}

/** Registers over the API and puts the session into the browser, as a visitor who came back would find it. */
export async function signedInVisitor(page: Page) {
  const visitor = aVisitor()
  const { email, password, firstName, lastName } = visitor
  const answer = await page.request.post('/api/auth/register', { data: { name: { firstName, lastName }, email, password } })
  const { user } = await answer.json()
  const stored = { id: user._id, name: user.name, avatarUrl: null, role: user.role, isActive: user.status, email }
  await page.addInitScript(value => localStorage.setItem('mela.user', value), JSON.stringify(stored))
  return visitor
}

/** Adds products from their own pages, as a shopper does. */
export async function addToCart(page: Page, product: { _id: string }, quantity = 1) {
  await page.goto(`/product/${product._id}`)
  for (let more = 1; more < quantity; more++) await page.getByRole('button', { name: /increase|plus|more|add one/i }).first().click()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Product added to cart successfully')).toBeVisible()
}
