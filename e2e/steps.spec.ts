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
