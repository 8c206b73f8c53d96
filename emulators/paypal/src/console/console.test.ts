import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { useEmulator } from '../../test/emulator.ts'

describe('The console', () => {
  const paypal = useEmulator()
  const formType = { 'content-type': 'application/x-www-form-urlencoded' }

  const open = () => paypal.request('GET', '/__emulator', {})
  const tokenIn = (page: string) => /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? ''
  async function act(fields: Record<string, string>, formToken?: string, headers: Record<string, string> = {}) {
    const form = new URLSearchParams({ form_token: formToken ?? tokenIn((await open()).text), ...fields })
    return paypal.request('POST', '/__emulator', { ...formType, ...headers }, form.toString())
  }

  it('shows payments with their possible next events', async () => {
    const waiting = await paypal.createOrder({ custom_id: '<script>' })
    const { orderId, captureId } = await paypal.pay('echeck')

    const { status, headers, text: page } = await open()

    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    for (const part of [orderId, captureId, '$25.98', 'Money arrives', `/checkoutnow?token=${waiting}`]) {
      expect(page).toContain(part)
    }
    expect(page).not.toContain('<script>')
  })

  it('switches faults, and sets the clock', async () => {
    await act({ action: 'fault', kind: 'error', status: '503', count: '2', path: 'capture', ms: '' })
    await act({ action: 'clock', hours: '2' })
    const { text: page } = await open()
    const wrong = await act({ action: 'fault', kind: 'latency' })

    expect(paypal.emulator().faults()).toEqual([{ kind: 'error', status: 503, count: 2, path: 'capture' }])
    expect(page).toContain('2 × · status 503 · capture')
    expect(page).toMatch(/name="hours"[^>]*value="2"/)
    expect([wrong.status, wrong.text.includes('/ms: A required field is missing.')]).toEqual([400, true])
    await act({ action: 'clear-faults' })
    expect(paypal.emulator().faults()).toEqual([])
  })

  it('is served to this machine only, under its own name', async () => {
    const foreign = await act({ action: 'clear-faults' }, undefined, { origin: 'https://shop.example' })
    const rebound = await new Promise<string>(resolve => {
      get(`${paypal.url()}/__emulator`, { headers: { host: 'rebound.example' } }, async response => {
        resolve(`${response.statusCode} ${await text(response)}`)
      })
    })

    expect(foreign.status).toBe(403)
    expect(rebound).toMatch(/^403 .*access_denied/)
  })
})
