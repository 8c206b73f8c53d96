import { expect, inStock, type Page, register, saveAddress, test } from './shop.ts'

type Presses = ReturnType<typeof countPresses>

/** Presses by pointer, or by Enter on what has the focus; a hidden or disabled control counts as missing. */
function countPresses(page: Page, byKeyboard = false) {
  let count = 0
  async function press(role: 'button' | 'link', name: RegExp | string) {
    const control = page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .filter({ visible: true })
      .first()
    await expect(control).toBeEnabled()
    count += 1
    if (!byKeyboard) return control.click()
    await tabTo(page, control)
    await page.keyboard.press('Enter')
  }
  async function fill(label: string, text: string) {
    const field = page.getByLabel(label, { exact: true })
    if (!byKeyboard) return field.fill(text)
    await tabTo(page, field)
    await page.keyboard.type(text)
  }
  return { press, fill, count: () => count }
}

const MOST_TABS = 80

async function tabTo(page: Page, control: ReturnType<Page['getByRole']>) {
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await control.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not reach this control.')
}

const typed = {
  Email: 'meera.guest@example.com',
  'First name': 'Meera',
  'Last name': 'Nair',
  Phone: '98200 12345',
  'Flat and building': '12 Sea View Apartments',
  'Street and area': 'Carter Road, Bandra West',
  'Pin code': '400050',
  City: 'Mumbai',
}

async function openProduct(page: Page) {
  const product = await inStock(page)
  await page.goto(`/product/${product._id}`)
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
}

async function goToCheckout({ press }: Presses) {
  await press('button', 'Add to cart')
  await press('link', 'Checkout')
}

/** The last press in the shop opens the provider's window, where the buyer approves. */
async function pay(page: Page, { press }: Presses) {
  const opened = page.waitForEvent('popup')
  await press('button', /^Pay \$.* with PayPal$/)
  const approval = await opened
  await expect(page.getByText('Continue in the window of PayPal.')).toBeVisible()
  await approval.getByRole('button', { name: 'Pay', exact: true }).press('Enter')
  await expect(page.getByText('Amount paid')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: /^Thank you, Meera/ })).toBeVisible()
}

for (const width of [390, 1440]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } })

    for (const byKeyboard of [false, true]) {
      test(`B147 a guest is at the provider after five presses, and pays with the sixth${byKeyboard ? ', by keyboard alone' : ''}`, async ({
        page,
      }) => {
        await openProduct(page)
        const presses = countPresses(page, byKeyboard)

        await goToCheckout(presses)
        await presses.press('button', 'Continue as guest')
        await expect(page.getByRole('region', { name: 'Delivery' })).toBeVisible()
        for (const [label, text] of Object.entries(typed)) await presses.fill(label, text)
        await expect(page.getByLabel('State')).toHaveValue('Maharashtra')
        await presses.press('button', 'CONTINUE')
        await pay(page, presses)

        expect(presses.count()).toBe(5)
      })
    }

    test('a guest pays by express in three presses, and types nothing', async ({ page }) => {
      await openProduct(page)
      const presses = countPresses(page)

      await presses.press('button', 'Pay with TEST PayPal')
      await presses.press('button', 'Continue')
      await expect(page.getByRole('region', { name: 'Contact' })).toContainText('buyer@example.com')
      await expect(page.getByRole('region', { name: 'Delivery' })).toContainText('Carter Road, Bandra West')
      await presses.press('button', /^Pay \$.* with PayPal$/)
      await expect(page.getByRole('heading', { level: 1, name: /^Thank you, Test/ })).toBeVisible()
      await expect(page.getByText('Amount paid')).toBeVisible()

      expect(presses.count()).toBe(3)
    })

    test('a guest whose phone the provider does not tell types it at the checkout', async ({ page }) => {
      await openProduct(page)
      await page.getByRole('button', { name: 'Add to cart' }).first().click()
      await page.getByRole('dialog').getByRole('link', { name: 'View cart' }).click()
      await page.getByRole('button', { name: 'Pay with TEST PayPal' }).filter({ visible: true }).click()
      await page.getByText('Deliver to Test Buyer').click()
      await page.getByLabel(/^Phone/).fill('')
      await page.getByRole('button', { name: 'Continue' }).click()

      await expect(page.getByLabel('City')).toHaveValue('Mumbai')
      await page.getByLabel('Phone').fill('98200 12345')
      await page.getByRole('button', { name: 'CONTINUE' }).click()
      await page.getByRole('button', { name: /^Pay \$.* with PayPal$/ }).click()

      await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible()
    })

    test('a customer who returns from express orders to the address that the provider told', async ({ page }) => {
      await register(page)
      await saveAddress(page)
      await openProduct(page)
      await page.getByRole('button', { name: 'Pay with TEST PayPal' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()

      await expect(page.getByRole('region', { name: 'Delivery' })).toContainText('Carter Road, Bandra West')
      await page.getByRole('button', { name: /^Pay \$.* with PayPal$/ }).click()

      await expect(page.getByText('Amount paid')).toBeVisible()
    })

    test('a returning customer is at the provider after three presses from the product page', async ({ page }) => {
      await register(page)
      await saveAddress(page)
      await openProduct(page)
      const presses = countPresses(page)

      await goToCheckout(presses)
      await pay(page, presses)

      expect(presses.count()).toBe(3)
    })
  })
}
