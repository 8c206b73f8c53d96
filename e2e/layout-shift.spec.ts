import type { BrowserContext } from '@playwright/test'
import { anAddress } from '../server/test/an-address.ts'
import { aVisitor, expect, failedLoad, inStock, type Page, payWith, test } from './shop.ts'
import { contest, enterAsAdmin } from './staff.ts'

// The widths are independent of each other.
test.describe.configure({ mode: 'parallel' })
// Unknown addresses are screens, too.
test.use({ expectedError: failedLoad(404) })

const MOST = 0.01

/** Records every layout shift from the start, and the number of running calls. */
function watch() {
  const shifts: string[] = []
  const state = { total: 0, shifts, calls: 0 }
  Object.assign(window, { state })
  const { fetch } = window
  window.fetch = async (...request) => {
    state.calls++
    return await fetch(...request).finally(() => state.calls--)
  }
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      }
      if (hadRecentInput) continue
      state.total += value
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const text = node?.textContent?.slice(0, 30)
        return `‘${text}’ from ${previousRect.x},${previousRect.y} to ${currentRect.x},${currentRect.y}`
      })
      shifts.push(`${value.toFixed(4)}: ${moved.join('; ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

interface State {
  total: number
  shifts: string[]
  calls: number
}

/** True once nothing has been loading for several frames. */
function isCalm(): boolean {
  const page = window as unknown as { state: State; calmFrames?: number }
  const isLoading =
    page.state.calls > 0 ||
    !document.querySelector('h1') ||
    document.querySelector('[aria-busy="true"]') !== null ||
    document.fonts.status === 'loading' ||
    [...document.images].some(({ complete, loading }) => !complete && loading !== 'lazy')
  page.calmFrames = isLoading ? 0 : (page.calmFrames ?? 0) + 1
  return page.calmFrames > 5
}

async function scrollThrough() {
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo(0, top)
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }
}

/** The elements that moved while each screen was loaded and scrolled to its end, and those wider than the screen. */
async function movements(page: Page, paths: string[]): Promise<Record<string, string[]>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 2 })
  const found: Record<string, string[]> = {}
  for (const path of paths) {
    await page.goto(path)
    await page.waitForFunction(isCalm)
    await page.evaluate(scrollThrough)
    await page.waitForFunction(isCalm)
    const { total, shifts } = await page.evaluate(() => (window as unknown as { state: State }).state)
    test.info().annotations.push({ type: path, description: total.toFixed(4) })
    if (total >= MOST) found[path] = shifts
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (tooWide > 0) found[path] = [...(found[path] ?? []), `${tooWide} px wider than the screen`]
  }
  // A slowed page delays the others as long as it is open.
  await page.close()
  return found
}

/** A customer with a saved address, a cart, a paid order and an unpaid one. */
async function aCustomer(context: BrowserContext) {
  const page = await context.newPage()
  const { firstName, lastName, email, password } = aVisitor()
  const name = { firstName, lastName }
  const product = await inStock(page)
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(`/api${path}`, { data })
    expect(answer.status(), await answer.text()).toBe(201)
    return (await answer.json()).data
  }
  await send('/auth/register', { name, email, password })
  const address = await send('/users/current-user/addresses', anAddress({ name }))
  const order = () =>
    send('/orders', { products: [{ product: product._id, quantity: 1 }], shippingAddress: anAddress({ name }) })
  const paid = await order()
  const transactionId = `T${Date.now()}${Math.random().toString(36).slice(2, 8)}`.toUpperCase()
  const amount = paid.totalAmount
  const payment = await send('/payments', {
    order: paid._id,
    transactionId,
    status: 'completed',
    paymentGateway: 'paypal',
    amount,
  })
  const unpaid = await order()
  const cart = JSON.stringify({ version: 1, items: [{ product, quantity: 1 }], address })
  await context.addInitScript(cart => localStorage.setItem('mela.cart', cart), cart)
  return { page, paid: paid._id, unpaid: unpaid._id, payment: payment._id, transactionId }
}

for (const width of [320, 390, 768, 1440]) {
  const options = { viewport: { width, height: 900 } }

  test(`T407 no layout shifts while a visitor’s screens load at ${width} px on a slow computer`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(300_000)
    const context = await browser.newContext({ ...options, baseURL })
    await context.addInitScript(watch)
    const page = await context.newPage()
    const product = await inStock(page)

    const found = await movements(page, [
      ...['/', `/product/${product._id}`, `/product-category/${product.category.slug}`, '/sale', '/cart'],
      ...['/search?keyword=shirt', '/search?keyword=zzzz', '/about', '/contact', '/privacy-policy'],
      ...['/terms-of-service', '/no/such/page', '/auth/login', '/auth/register', '/auth/forgot-password'],
      ...['reset-password', 'confirm-email', 'restore-email', 'reopen-account'].map(name => `/auth/${name}?token=any`),
    ])

    expect(found).toEqual({})
    await context.close()
  })

  test(`T407 no layout shifts while the screens of an account load at ${width} px on a slow computer`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(300_000)
    const context = await browser.newContext({ ...options, baseURL })
    await context.addInitScript(watch)
    const { page, paid, unpaid } = await aCustomer(context)

    const found = await movements(page, [
      ...['/', '/cart', '/account/shipping', '/account/checkout', `/account/pay/${unpaid}`],
      ...[`/account/pay/${paid}`, `/account/pay/${paid}/receipt`, '/account/profile'],
    ])

    expect(found).toEqual({})
    await context.close()
  })

  test(`T407 no layout shifts while the dashboard’s screens load at ${width} px on a slow computer`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(300_000)
    const buyer = await browser.newContext({ baseURL })
    const { paid, payment, transactionId } = await aCustomer(buyer)
    await buyer.close()
    const context = await browser.newContext({ ...options, baseURL })
    await context.addInitScript(watch)
    const page = await context.newPage()
    await enterAsAdmin(page)
    await contest(page, transactionId)
    const firstDispute = async () => (await (await page.request.get('/api/disputes?size=1')).json()).data[0]?._id
    await expect.poll(firstDispute).toBeTruthy()
    const product = await inStock(page)
    const { data: customers } = await (await page.request.get('/api/users/customers?size=1')).json()

    const found = await movements(
      page,
      [
        ...['home', 'orders', 'orders/delivered', `orders/order/${paid}`, `orders/order/${paid}/invoice`],
        ...[`orders/order/${paid}/packing-slip`, 'payments', `payments/payment/${payment}`, 'products'],
        ...['products/new', `products/edit/${product._id}`, 'products/import', 'categories', 'customers'],
        ...[`customers/customer/${customers[0]._id}`, 'media', 'disputes', `disputes/dispute/${await firstDispute()}`],
        ...['audit', 'nothing'],
      ].map(path => `/dashboard/${path}`),
    )

    expect(found).toEqual({})
    await context.close()
  })
}

for (const width of [390, 768]) {
  test(`the pay page shows the result of an attempt without a layout shift at ${width} px`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, baseURL })
    await context.addInitScript(watch)
    const { page, unpaid } = await aCustomer(context)
    await page.goto(`/account/pay/${unpaid}`)
    const button = page.getByRole('button', { name: /Pay with TEST PayPal/ })
    await expect(button).toBeVisible()
    const places = async () => [
      await button.boundingBox(),
      await page.getByRole('region', { name: 'Order summary' }).boundingBox(),
    ]
    await page.waitForFunction(isCalm)
    const before = await places()

    await payWith(page, 'Cancel')

    await expect(page.getByText('You left PayPal before paying')).toBeVisible()
    expect(await places()).toEqual(before)
    await context.close()
  })
}
