import { afterAll, beforeAll } from 'vitest'
import { type EmulatorOptions, type RunningEmulator, startEmulator } from '../src/index.ts'

export const credentials = { clientId: 'test-client', clientSecret: 'test-secret' }
const basic = `Basic ${btoa(`${credentials.clientId}:${credentials.clientSecret}`)}`

type Headers = Record<string, string>
type Choice = 'pay' | 'refuse' | 'echeck' | 'cancel'

/** An emulator for one test file. */
export function useEmulator(options: Partial<EmulatorOptions> = {}) {
  let running: RunningEmulator | undefined
  beforeAll(async () => {
    running = await startEmulator({ ...credentials, ...options })
  })
  afterAll(() => running?.close())

  const emulator = () => {
    if (!running) throw new Error('The emulator runs within tests only.')
    return running
  }
  const url = () => emulator().url
  return { url, emulator, ...clientOf(url) }
}

/** A client of an emulator: as a shop's server and as its buyer's browser. */
export function clientOf(url: () => string) {
  const request = async (method: string, path: string, headers: Headers, body?: unknown) => {
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(url() + path, { method, headers, body: sent, redirect: 'manual' })
    const text = await response.text()
    const isJson = response.headers.get('content-type') === 'application/json'
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
  }
  const token = async () => {
    const form = { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' }
    const { body } = await request('POST', '/v1/oauth2/token', form, 'grant_type=client_credentials')
    return String(body.access_token)
  }
  const api = async (method: string, path: string, body?: unknown, headers: Headers = {}) => {
    const authorization = `Bearer ${await token()}`
    return request(method, path, { authorization, 'content-type': 'application/json', ...headers }, body)
  }
  const createOrder = async (changes?: object) => {
    const { body } = await api('POST', '/v2/checkout/orders', anOrder(changes))
    return String(body.id)
  }
  const openPage = async (id: string) => {
    const { status, headers, text } = await request('GET', `/checkoutnow?token=${id}`, {})
    const [, formToken = ''] = /name="form_token" value="([^"]+)"/.exec(text) ?? []
    return { status, headers, page: text, formToken }
  }
  const submitPage = (id: string, formToken: string, choice: string) => {
    const form = new URLSearchParams({ form_token: formToken, email: 'buyer@example.com', choice })
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return request('POST', `/checkoutnow?token=${id}`, type, form.toString())
  }
  const choose = async (id: string, choice: Choice) => submitPage(id, (await openPage(id)).formToken, choice)
  const capture = (id: string, headers: Headers = {}) =>
    api('POST', `/v2/checkout/orders/${id}/capture`, undefined, { prefer: 'return=representation', ...headers })
  const refund = (captureId: string, body: object) =>
    api('POST', `/v2/payments/captures/${captureId}/refund`, body, { prefer: 'return=representation' })
  const pay = async (choice: Choice = 'pay', changes?: object) => {
    const orderId = await createOrder(changes)
    await choose(orderId, choice)
    const { body } = await capture(orderId)
    return { orderId, captureId: String(body.purchase_units[0].payments.captures[0].id) }
  }
  const getOrder = async (id: string) => (await api('GET', `/v2/checkout/orders/${id}`)).body

  return { request, api, createOrder, openPage, submitPage, choose, capture, refund, pay, getOrder }
}

/** A valid order of 25.98; changes replace fields of its purchase unit. */
export function anOrder(changes: object = {}) {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: 'order-1',
        amount: {
          ...usd('25.98'),
          breakdown: { item_total: usd('20.00'), shipping: usd('5.00'), tax_total: usd('0.98') },
        },
        items: [
          { name: 'Clay lamp', unit_amount: usd('7.50'), quantity: '2' },
          { name: 'Incense', unit_amount: usd('5.00'), quantity: '1' },
        ],
        ...changes,
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: 'Corner Shop',
          return_url: 'https://shop.example/account/pay/1?step=2',
          cancel_url: 'https://shop.example/account/cancelled/1',
          user_action: 'PAY_NOW',
        },
      },
    },
  }
}

export function usd(value: string) {
  return { currency_code: 'USD', value }
}
