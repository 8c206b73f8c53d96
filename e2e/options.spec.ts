import { expectAccessible } from './axe.ts'
import { aStaffProduct, unique } from './products.ts'
import { expect, openAlive, test, type Visitor } from './shop.ts'

let staff: Visitor
let added: { _id: string; name: string }

test.beforeEach(async ({ request }) => {
  staff = { request }
  added = await aKurta(staff)
})

/** Deletes the test's product, because other tests choose among all products. */
test.afterEach(async () => {
  expect((await staff.request.delete(`/api/products/${added._id}`)).status()).toBe(200)
})

/** A kurta in three sizes and two colours: S is sold out, M costs more, and there is no red one in L. */
function aKurta(page: Visitor) {
  const inStock = { S: 0, M: 5, L: 12 }
  const values = (...names: string[]) => names.map(name => ({ name }))
  const variants = Object.entries(inStock).flatMap(([Size, stock]) =>
    ['Indigo', 'Red'].map(Colour => ({
      options: { Size, Colour },
      stock,
      price: Size === 'M' ? 120 : null,
    })),
  )
  return aStaffProduct(page, {
    name: unique('Festive kurta'),
    stock: 22,
    options: [
      { name: 'Size', values: values('S', 'M', 'L') },
      { name: 'Colour', values: [{ name: 'Indigo', swatch: '#1f3a5f' }, { name: 'Red' }] },
    ],
    variants: variants.slice(0, -1),
  })
}

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a size that is pressed while the picture moves to its page is chosen', async ({ page }) => {
    await openAlive(page, `/search?keyword=${encodeURIComponent(added.name)}`)
    await page.getByRole('main').getByRole('link', { name: added.name }).click()
    await page.waitForURL(/\/products\//)

    await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true })

    await expect(page.getByRole('radio', { name: 'M', exact: true })).toBeChecked()
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    await expect(page.getByRole('group', { name: /^Colour/ })).toContainText('Please select an option.')
    await expectAccessible(page)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a choice is shown with its price, and a link to a variant too', async ({ page }) => {
    const { _id } = added
    await page.goto(`/product/${_id}`)
    await expect(page.getByText('Please select an option.')).toBeHidden()

    await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true })
    await page.getByRole('radio', { name: 'Red' }).check({ force: true })
    await page.getByRole('button', { name: 'Show this choice' }).click()

    await expect(page).toHaveURL(/\?option\.Colour=Red&option\.Size=M$/)
    await expect(page.getByRole('main').getByText('$120.00').first()).toBeVisible()
    const { data } = await (await page.request.get(`/api/products/${_id}`)).json()
    await page.goto(`/product/${_id}?variant=${data.variants.at(-1)._id}`)
    await expect(page.getByRole('radio', { name: 'L', exact: true })).toBeChecked()
  })
})
