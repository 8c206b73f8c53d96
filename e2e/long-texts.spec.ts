import { anAddress } from '../server/test/an-address.ts'
import { sidewaysScroll } from './axe.ts'
import { aStaffProduct, unique } from './products.ts'
import { aVisitor, expect, type Page, test } from './shop.ts'

const LONG = `Monsoon umbrella W${'onderfullylongname'.repeat(9)}`

/**
 * The texts of controls and other elements that end to the right of the window, outside a scroll container and without
 * an ellipsis. Texts are measured themselves, because a text may be wider than its element.
 */
const outside = (page: Page) =>
  page.locator('main').evaluate(main => {
    const reaches = (one: Element | null): boolean => {
      if (!one) return false
      const { overflowX, textOverflow, position, width } = getComputedStyle(one)
      const isForScreenReaders = position === 'absolute' && width === '1px'
      return (
        isForScreenReaders || /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis' || reaches(one.parentElement)
      )
    }
    const found: (string | null)[] = []
    const note = (one: Element | null, { right }: DOMRect) => {
      // Elements for screen readers alone are one pixel wide.
      if (one && right > innerWidth && one.getBoundingClientRect().width > 1 && !reaches(one))
        found.push(one.textContent)
    }
    for (const one of main.querySelectorAll('a, button, p, dd, span')) note(one, one.getBoundingClientRect())
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      note(texts.currentNode.parentElement, range.getBoundingClientRect())
    }
    return found
  })

test.describe('texts of one long word on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('fit product page, cart, order page with its timeline, and lists of the dashboard', async ({
    page,
    theirs: shopper,
  }) => {
    const values = Array.from({ length: 12 }, (_, index) => `${String.fromCharCode(65 + index)}${'long'.repeat(14)}end`)
    const value = values[0] ?? ''
    const { _id, name } = await aStaffProduct(page, {
      name: unique(LONG),
      description: `Woven of ${'w'.repeat(180)} for the monsoon, light enough for a summer wedding.`,
      options: [{ name: 'Size', values: values.map(name => ({ name })) }],
      variants: values.map(name => ({ options: { Size: name }, stock: 2, sku: unique('W'.repeat(40)) })),
      stock: 24,
    })
    const fits = async (shown: Page) => {
      expect(await sidewaysScroll(shown)).toEqual([])
      expect(await outside(shown)).toEqual([])
    }
    const { email, password } = aVisitor()
    const account = { name: { firstName: 'W'.repeat(50), lastName: 'M'.repeat(50) }, email, password }
    expect((await shopper.request.post('/api/auth/register', { data: account })).status()).toBe(201)

    await shopper.goto(`/product/${_id}?option.Size=${value}`)
    await expect(shopper.getByRole('radio', { name: value })).toBeChecked()
    await fits(shopper)
    await shopper.getByRole('button', { name: 'Add to cart' }).first().click()
    await expect(shopper.getByText('Product added to cart successfully').first()).toBeVisible()
    await fits(shopper)
    await shopper.goto('/cart')
    await expect(shopper.getByRole('article', { name })).toBeVisible()
    await fits(shopper)

    const shippingAddress = anAddress({ name: account.name })
    const products = [{ product: _id, quantity: 1 }]
    const placed = await shopper.request.post('/api/orders', { data: { products, shippingAddress } })
    expect(placed.status()).toBe(201)
    const order = (await placed.json()).data._id
    await shopper.goto(`/account/pay/${order}`)
    await expect(shopper.getByText(name).first()).toBeVisible()
    await fits(shopper)

    for (const [path, text] of [
      ['products', name],
      [`orders/order/${order}`, `by ${account.name.firstName}`],
    ] as const) {
      await page.goto(`/dashboard/${path}`)
      await expect(page.getByText(text).first()).toBeVisible()
      await fits(page)
    }
    expect((await page.request.delete(`/api/products/${_id}`)).status()).toBe(200)
  })
})
