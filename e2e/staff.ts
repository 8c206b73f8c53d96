import type { Browser } from '@playwright/test'
import { expect, orderAtOnce, type Page, register, type Visitor } from './shop.ts'

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
  const { email } = await register(context)
  const { order } = await orderAtOnce(context)

  async function pay(status: 'completed' | 'failed' = 'completed') {
    const transactionId = `T${Date.now()}${Math.random().toString(36).slice(2, 8)}`.toUpperCase()
    const payment = { order: order._id, transactionId, status, paymentGateway: 'paypal', amount: order.totalAmount }
    const paid = await context.request.post('/api/payments', { data: payment })
    expect(paid.status(), await paid.text()).toBe(201)
    return (await paid.json()).data as { _id: string; transactionId: string; amount: number }
  }

  return {
    context,
    email,
    order,
    pay,
    close: () => context.close(),
  }
}

/** Opens the emulator's console as the demo shop's admin; a login, so not in the browser of a buyer. */
export async function openConsole(paypal: Page) {
  await enterAsAdmin(paypal)
  await paypal.goto('/paypal-emulator/__emulator')
}

/** Opens a dispute at PayPal as the buyer; a webhook reports it a moment later. `page` is an admin's. */
export async function contest(page: Page, transactionId: string) {
  const event = { what: 'dispute-opened', id: transactionId }
  expect((await page.request.post('/paypal-emulator/__emulator/events', { data: event })).status()).toBe(204)
}
