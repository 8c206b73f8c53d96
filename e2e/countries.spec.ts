import { addToCart, expect, inStock, payWith, register, test } from './shop.ts'
import { enterAsAdmin } from './staff.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('an owner sells to Germany too: a shopper in Berlin fills in its address form, pays, and reads the address', async ({
  page,
  theirs: admin,
}) => {
  await enterAsAdmin(admin)
  const { money, delivery, countries } = (await (await admin.request.get('/api/settings')).json()).data
  const set = async (settings: object) => {
    const { data } = await (await admin.request.get('/api/settings')).json()
    const answer = await admin.request.patch('/api/settings', { data: { version: data.version, ...settings } })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  const zone = (name: string, places: object[], price: number) => ({
    ...{ name, places },
    methods: [{ name: `Post ${name}`, price, steps: [], freeAbove: null, minDays: null, maxDays: null }],
  })
  try {
    await admin.goto('/dashboard/settings/countries')
    await admin.getByLabel('Add a country').selectOption('Germany')
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('Settings saved.')).toBeVisible()
    await set({
      money: { currency: 'EUR', taxIncluded: true, taxName: 'VAT', taxPercent: 19 },
      delivery: { zones: [zone('Germany', [{ country: 'DE', state: null }], 5), zone('Rest', [], 25)] },
    })

    await register(page)
    await addToCart(page, await inStock(page))
    await page.goto('/account/shipping')
    const dialog = page.getByRole('region', { name: 'Add address' })
    await expect(dialog.getByLabel('Flat and building')).toBeVisible()
    await dialog.getByLabel('City').fill('Berlin')
    await dialog.getByLabel('Country').selectOption('Germany')
    await expect(dialog.getByLabel('Street and house number')).toBeVisible()
    await expect(dialog.getByLabel('City')).toHaveValue('Berlin')
    await expect(dialog.getByLabel('State')).toBeHidden()
    await dialog.getByLabel('Street and house number').fill('Ufer 7')
    await dialog.getByLabel('Phone').fill('12')
    await dialog.getByLabel('Postal code').fill('1011')
    await dialog.getByRole('button', { name: 'Save address' }).click()
    await expect(dialog.getByText('Enter a postal code like 26133.')).toBeVisible()
    await dialog.getByLabel('Postal code').fill('10115')
    await dialog.getByLabel('Phone').fill('+49 30 901820')
    await dialog.getByRole('button', { name: 'Save address' }).click()
    await expect(dialog).toBeHidden()

    await page.getByRole('button', { name: 'CONTINUE' }).click()
    const summary = page.getByRole('region', { name: 'Summary' })
    await expect(summary).toContainText('Shipping (Post Germany)€5.00')
    await expect(summary).toContainText('Included tax (19% VAT)')
    await page.getByRole('button', { name: /^Pay €/ }).click()
    await page.waitForURL(/\/account\/pay\/[0-9a-f]{24}$/)
    await payWith(page, 'Pay')
    await expect(page.getByRole('region', { name: 'Payment' })).toContainText('Amount paid')
    await page.getByRole('link', { name: 'View order' }).click()
    await expect(page.getByRole('main')).toContainText('Ufer 710115 BerlinGermany+49 30901820')
  } finally {
    await set({ money, delivery, countries })
  }

  await addToCart(page, await inStock(page))
  await page.goto('/account/shipping')
  await expect(page.getByText('We do not sell to Germany. Please choose another address.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'CONTINUE' })).toBeDisabled()
})
