import { addToCart, expect, inStock, payWith, register, saveAddress, test } from './shop.ts'
import { enterAsAdmin } from './staff.ts'

test('an owner sells in euro, tax included, by two methods: a shopper chooses one, pays, and reads it on every page', async ({
  page,
  theirs: admin,
}) => {
  await enterAsAdmin(admin)
  const { money, delivery } = (await (await admin.request.get('/api/settings')).json()).data
  const set = async (settings: object) => {
    const { data } = await (await admin.request.get('/api/settings')).json()
    const answer = await admin.request.patch('/api/settings', { data: { version: data.version, ...settings } })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  const none = { steps: [], freeAbove: null, minDays: null, maxDays: null }
  const methods = [
    { ...none, name: 'Post', price: 5, minDays: 3, maxDays: 5 },
    { ...none, name: 'Express', price: 12.5 },
  ]
  try {
    await set({
      money: { currency: 'EUR', taxIncluded: true, taxName: 'VAT', taxPercent: 19 },
      delivery: { zones: [{ name: 'India', places: [{ country: 'IN', state: null }], methods }] },
    })
    const product = await inStock(page)
    // The server keeps the markup of related products from their second rendering on, which has the old currency.
    const { data: related } = await (
      await page.request.get(`/api/categories/slug/${product.category.slug}/products?size=3`)
    ).json()
    for (const { _id } of related) {
      const shown = await (await page.request.get(`/product/${_id}`)).text()
      expect(shown).toContain('<b>€')
      expect(shown).not.toContain('<b>$')
    }
    await register(page)
    await saveAddress(page)
    await addToCart(page, product)
    await expect(page.getByText('Price includes 19% VAT')).toBeVisible()
    await page.goto('/account/shipping')
    await page.getByRole('radio').first().check({ force: true })
    await page.getByRole('button', { name: 'CONTINUE' }).click()
    await page.getByText('Express, €12.50').click()
    const summary = page.getByRole('region', { name: 'Summary' })
    await expect(summary).toContainText('Shipping (Express)€12.50')
    await expect(summary).toContainText('Included tax (19% VAT)')

    const pay = page.getByRole('button', { name: /^Pay €/ })
    const total = (await pay.textContent())?.replace('Pay ', '') ?? ''
    await pay.click()
    await page.waitForURL(/\/account\/pay\/[0-9a-f]{24}$/)
    await payWith(page, 'Pay')
    const payment = page.getByRole('region', { name: 'Payment' })
    await expect(payment).toContainText('Amount paid')
    await expect(payment).toContainText(`${total} EUR`)
  } finally {
    await set({ money, delivery })
  }

  await page.reload()
  await expect(page.getByText('Shipping (Express)')).toBeVisible()
})
