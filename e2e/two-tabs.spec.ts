import type { APIRequestContext } from '@playwright/test'
import {
  addToCart,
  aVisitor,
  expect,
  failedLoad,
  inStock,
  openAlive,
  type Page,
  register,
  saveAddress,
  test,
} from './shop.ts'
import { login, openAsAdmin } from './staff.ts'

const HOUSE = '12 Sea View Apartments'
const head = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const chosenAddress = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('mela.cart') ?? '{}').address?.building ?? null)

/** A customer with a product in the cart and a single address, which the first tab has chosen for the delivery. */
async function shopInTwoTabs(page: Page) {
  const product = await inStock(page)
  await register(page)
  await addToCart(page, product)
  await saveAddress(page, HOUSE)
  const profile = await page.context().newPage()
  await profile.goto('/account/profile')
  await page.goto('/account/shipping')
  await expect(page.getByRole('radio', { name: HOUSE })).toBeChecked()
  return profile
}

/** An account that no tab is signed in to yet. */
async function aSecondUser(request: APIRequestContext) {
  const { firstName, lastName, email, password } = { ...aVisitor(), firstName: 'Kabir' }
  const answer = await request.post('/api/auth/register', { data: { name: { firstName, lastName }, email, password } })
  expect(answer.status()).toBe(201)
  return { email, password }
}

test('B113 B58 once another user signs in in one tab, the others show nothing of the former, and end with that user', async ({
  page,
  request,
}) => {
  const { email, password } = await aSecondUser(request)
  const profile = await shopInTwoTabs(page)
  await profile.getByRole('button', { name: 'Edit profile' }).click()
  const third = await page.context().newPage()

  await third.goto('/auth/login')
  await login(third, email, password)

  await expect(head(profile)).toHaveText('Kabir Nair')
  await expect(profile.getByRole('dialog')).toHaveCount(0)
  await expect(profile.getByText("You haven't added any addresses yet.")).toBeVisible()
  await expect(profile.getByText(HOUSE)).toHaveCount(0)
  await expect(page.getByText("You don't have any saved address.")).toBeVisible()
  await expect(page.getByText(HOUSE)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'CONTINUE' })).toBeDisabled()
  expect(await chosenAddress(page)).toBeNull()

  await third.getByRole('button', { name: 'Account of Kabir Nair' }).click()
  await third.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(third).toHaveURL('/auth/login')
  await expect(profile).toHaveURL('/auth/login?redirect=%2Faccount%2Fprofile')
  await expect(page).toHaveURL('/auth/login?redirect=%2Faccount%2Fshipping')
})

test('B112 two tabs stay in step: lines, quantities and the badge', async ({ page, context }) => {
  const product = await inStock(page)
  const other = await context.newPage()
  await openAlive(other, '/')
  await addToCart(page, product)
  await expect(other.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await page.goto('/cart')
  await other.getByRole('link', { name: 'Cart, 1 item' }).click()
  const line = (tab: Page) => tab.getByRole('article', { name: product.name })

  await line(page)
    .getByRole('button', { name: /^Increase/ })
    .click()
  await expect(line(other).getByRole('status')).toHaveText('2')
  await other.getByRole('button', { name: `Remove ${product.name}` }).click()
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible()
})

test.describe('a dashboard that stays open', () => {
  // The open screen repeats its calls when the user changes, and the server refuses them.
  test.use({ expectedError: failedLoad(403) })

  test('B47 leads home, without any data of the shop, once a customer signs in in another tab', async ({
    page,
    request,
  }) => {
    const { email, password } = await aSecondUser(request)
    await openAsAdmin(page, '/dashboard/products/new')
    await page.getByLabel('Description').fill('Typed before the customer came.')
    const other = await page.context().newPage()

    await other.goto('/auth/login')
    await login(other, email, password)

    await expect(page.getByText('You are not authorized to access this page.')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeHidden()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Account of Kabir Nair' })).toBeVisible()
  })
})
