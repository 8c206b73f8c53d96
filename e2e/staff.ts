import type { Browser } from '@playwright/test'
import { expect, orderAtOnce, type Page, payAtOnce, register, type Visitor } from './shop.ts'

export async function login(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Opens a screen of the dashboard as the demo shop's admin. */
export async function openAsAdmin(page: Page, path: string) {
  await enterAsAdmin(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Signs the demo admin in without a form; a second login would end the session of the open screen. */
export async function enterAsAdmin(page: Visitor) {
  const { data } = await (await page.request.get('/api/users/current-user')).json()
  if (data?.email === 'admin@example.com') return
  const login = { email: 'admin@example.com', password: 'mela@demo1' }
  expect((await page.request.post('/api/auth/login', { data: login })).status()).toBe(200)
}

/** An order's id as the interface shows it. */
export const shortId = ({ _id }: { _id: string }) => _id.slice(-8).toUpperCase()

/** A customer with one order, in a browser context of its own without a page; call `close` at the end. */
export async function aShopper(browser: Browser) {
  const context = await browser.newContext()
  await register(context)
  const { order } = await orderAtOnce(context)

  return {
    context,
    order,
    pay: (status?: 'failed') => payAtOnce(context, order, status),
    close: () => context.close(),
  }
}

/** Opens a dispute at PayPal as the buyer; a webhook reports it a moment later. `page` is an admin's. */
export async function contest(page: Page, transactionId: string) {
  const event = { what: 'dispute-opened', id: transactionId }
  expect((await page.request.post('/paypal-emulator/__emulator/events', { data: event })).status()).toBe(204)
}

/** Adds a discount of ten percent and answers its id. `page` is an admin's. */
export async function aDiscount(page: Page, given: object = {}): Promise<string> {
  const rule = {
    name: 'Ten percent',
    kind: 'percent',
    percent: 10,
    appliesTo: 'everything',
    targets: [],
    customers: [],
  }
  const flags = { firstOrderOnly: false, isAutomatic: false, isCombinable: false, isActive: true }
  const answer = await page.request.post('/api/discounts', { data: { ...rule, ...flags, ...given } })
  expect(answer.status()).toBe(201)
  return (await answer.json()).data._id
}

/** Answers its id. */
export async function aGiftCard(page: Page): Promise<string> {
  const data = { amount: 25, recipient: 'friend@example.com' }
  const answer = await page.request.post('/api/gift-cards', { data })
  return (await answer.json()).data._id
}
