import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { buildApp } from '../app.ts'
import { gatewaysOf, type PaymentGateway } from './gateways/gateway.ts'
import { buyersOf } from './payments-fixtures.ts'

const shop = startShop()
const { anOpenOrder, start } = buyersOf(shop)

/** The Host of browsers on another machine, which use this machine's address. */
const HOST = '192.168.1.20:3000'
const ORIGIN = `http://${HOST}`
const form = { 'content-type': 'application/x-www-form-urlencoded' }

interface Asked {
  as?: Person
  headers?: Record<string, string>
  fields?: Record<string, string>
}

const ask = (path: string, { as, headers, fields }: Asked = {}, app = shop.app) =>
  app.inject({
    method: fields ? 'POST' : 'GET',
    url: path,
    headers: { host: HOST, ...(as && { cookie: as.cookie }), ...(fields && { ...form, origin: ORIGIN }), ...headers },
    ...(fields && { payload: String(new URLSearchParams(fields)) }),
  })

const tokenIn = (page: string) => /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? ''

describe('the emulator below the shop', () => {
  it('lets buyers on another machine approve, and returns them to the address that they used', async () => {
    const { customer, order } = await anOpenOrder()
    const { data } = await start(customer, order)
    const path = `/paypal-emulator/checkoutnow?token=${data.orderId}`

    const page = await ask(path)
    const fields = { form_token: tokenIn(page.body), email: 'buyer@example.com', choice: 'pay' }
    const left = await ask(path, { fields })

    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`action="/paypal-emulator/checkoutnow?token=${data.orderId}"`)
    expect(page.body).toContain('href="/paypal-emulator/__emulator/approval.css"')
    expect(page.body).not.toContain('Console of the PayPal emulator')
    expect((await ask('/paypal-emulator/__emulator/approval.css')).headers['content-type']).toContain('text/css')
    expect(left.statusCode).toBe(303)
    expect(left.headers.location).toMatch(new RegExp(`^/account/pay/${order}\\?token=${data.orderId}&PayerID=`))
  })

  it('of Stripe does the same', async () => {
    const stripe = buyersOf(shop, 'stripe')
    const { order, session } = await stripe.aStartedOrder()
    const path = `/stripe-emulator/c/pay?session=${session}`

    const page = await ask(path)
    const fields = { form_token: tokenIn(page.body), email: 'buyer@example.com', choice: 'pay' }
    const left = await ask(path, { fields })

    expect(page.body).toContain(`action="/stripe-emulator/c/pay?session=${session}"`)
    expect(page.body).toContain('href="/stripe-emulator/__emulator/approval.css"')
    const back = `/account/pay/${order}?gateway=stripe&PayerID=stripe&token=${session}`
    expect([left.statusCode, left.headers.location]).toEqual([303, back])
    for (const hidden of ['v1/account', '__emulator/faults'])
      expect((await ask(`/stripe-emulator/${hidden}`, { as: await shop.admin() })).statusCode).toBe(404)
  })

  it('opens its console to admins only', async () => {
    const admin = await shop.admin()
    const path = '/paypal-emulator/__emulator'

    expect((await ask(path)).statusCode).toBe(401)
    expect((await ask(path, { as: await shop.customer() })).statusCode).toBe(403)
    const page = await ask(path, { as: admin })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('action="/paypal-emulator/__emulator"')
    const fields = { form_token: tokenIn(page.body), action: 'fault', kind: 'latency', ms: '1', count: '1' }
    expect((await ask(path, { fields })).statusCode).toBe(401)
    const acted = await ask(path, { as: admin, fields })
    expect(acted.statusCode).toBe(303)
    expect(acted.headers.location).toBe(path)
    expect(shop.emulator.faults()).toMatchObject([{ kind: 'latency' }])
    shop.emulator.clearFaults()
  })

  it.each([
    '/v1/oauth2/token',
    '/v2/checkout/orders',
    '/__emulator/adopt',
    '/__emulator/faults',
    '/__emulator/clock',
    '/__emulator/health',
    '/__emulator/../v2/checkout/orders',
    '/__emulator/%2e%2e/v2/checkout/orders',
    '/__emulator%2f..%2fv2/checkout/orders',
    '//evil.test/__emulator',
    '/checkoutnow/..%2f..%2fv2',
    '',
  ])('does not redirect to %j', async path => {
    const admin = await shop.admin()

    expect((await ask(`/paypal-emulator${path}`, { as: admin })).statusCode).toBe(404)
    expect((await ask(`/paypal-emulator${path}`, { as: admin, fields: {} })).statusCode).toBe(404)
  })

  it('is absent where payments are real', async () => {
    const { emulatorUrl: _, ...real } = shop.gateway
    const app = await appWith(real)

    for (const path of ['checkoutnow', '__emulator', '__emulator/approval.css']) {
      expect((await ask(`/paypal-emulator/${path}`, { as: await shop.admin() }, app)).statusCode).toBe(404)
    }
    await app.close()
  })

  it('forwards nothing of a visitor but the form, and no cookie of the emulator', async () => {
    const asked: object[] = []
    const emulator = createServer((request, response) => {
      asked.push({ url: request.url, ...request.headers })
      response.writeHead(200, { 'set-cookie': 'a=b', 'x-secret': '1', 'content-type': 'text/plain' }).end('fine')
    }).listen(0)
    const { port } = emulator.address() as AddressInfo
    const app = await appWith({ ...shop.gateway, emulatorUrl: `http://127.0.0.1:${port}` })
    const headers = { authorization: 'Basic YTpi', 'x-forwarded-prefix': '/elsewhere', 'x-forwarded-host': 'evil.test' }

    const answer = await ask('/paypal-emulator/__emulator?a=1', { as: await shop.admin(), headers }, app)

    expect(answer.body).toBe('fine')
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect(answer.headers).not.toHaveProperty('x-secret')
    const [seen] = asked
    expect(seen).toMatchObject({ url: '/__emulator?a=1', 'x-forwarded-prefix': '/paypal-emulator' })
    for (const name of ['cookie', 'authorization', 'x-forwarded-host', 'origin']) expect(seen).not.toHaveProperty(name)
    emulator.close()
    emulator.closeAllConnections()
    expect((await ask('/paypal-emulator/checkoutnow', {}, app)).statusCode).toBe(503)
    await app.close()
  })
})

const appWith = (gateway: PaymentGateway) =>
  buildApp({ db: shop.db, env: shop.app.env, files: shop.app.files, gateways: gatewaysOf(gateway) })
