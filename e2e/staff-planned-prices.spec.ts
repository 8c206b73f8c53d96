import { expectAccessible, NARROW } from './axe.ts'
import { aStaffProduct, rowOf } from './products.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './staff.ts'

test('a sale is planned from chosen products, shown before it is saved, seen in the shop, and ended', async ({
  page,
  browser,
}) => {
  const { _id, name, slug } = await aStaffProduct(page, { price: 80, content: '500 g' })
  const shopper = await (await browser.newContext()).newPage()
  const priceIn = async (text: string) => {
    await shopper.goto(`/products/${slug}`)
    await expect(shopper.getByRole('main')).toContainText(text)
  }
  await priceIn('$160.00 / kg')

  await openAsAdmin(page, `/dashboard/products?keyword=${encodeURIComponent(name)}`)
  await rowOf(page, name).getByRole('checkbox').check()
  await page.getByRole('link', { name: 'Plan a sale…' }).click()
  await expect(page.getByRole('list', { name: 'Chosen products' })).toContainText(name)
  await page.getByLabel('Name').fill(`Sale of ${name}`)
  await page.getByLabel('Percent').fill('25')

  await test.step('the editor says what it would do', async () => {
    await expect(page.getByText('1 product would cost less.')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('$60.00')
    await expectAccessible(page)
    await expectAccessible(page, NARROW)
  })

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, `Sale of ${name}`)).toContainText('Running')
  await expectAccessible(page, NARROW)
  await priceIn('$60.00')
  await priceIn('$120.00 / kg')

  await test.step('the product says which sale reduces it', async () => {
    await page.goto(`/dashboard/products/edit/${_id}`)
    await page.getByRole('link', { name: `Sale of ${name}` }).click()
    await expect(page.getByText('This sale is running: 1 product was reduced')).toBeVisible()
    await expectAccessible(page)
  })

  await page.getByRole('button', { name: `End Sale of ${name} now` }).click()
  await page.getByRole('button', { name: 'End the sale' }).click()
  await expect(page.getByText('This sale ended on')).toBeVisible()
  await priceIn('$80.00')

  await page.getByRole('link', { name: 'Planned sales', exact: true }).click()
  await page.getByRole('button', { name: `Delete Sale of ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete sale' }).click()
  await expect(rowOf(page, `Sale of ${name}`)).toHaveCount(0)
  await shopper.context().close()
})

test('the home screen shows how far visits came', async ({ page, browser }) => {
  const context = await browser.newContext()
  // Programs are not counted, so this one says that it is none.
  await context.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }))
  const visitor = await context.newPage()
  const counted = visitor.waitForResponse(answer => answer.url().endsWith('/api/figures/steps'))
  await visitor.goto('/sale?utm_source=leaflet')
  expect((await counted).status()).toBe(200)

  await openAsAdmin(page, '/dashboard/home')

  await expect(page.getByRole('table', { name: 'Visits by source' })).toContainText('leaflet')
  await context.close()
})
