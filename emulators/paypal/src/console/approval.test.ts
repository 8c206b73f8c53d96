import { describe, expect, it } from 'vitest'
import { useEmulator } from '../../test/emulator.ts'

describe('The approval page', () => {
  const paypal = useEmulator({ brand: 'Emulated merchant' })

  it('says that no money moves, and shows merchant, amount and lines', async () => {
    const { status, page } = await paypal.openPage(await paypal.createOrder())

    expect(status).toBe(200)
    expect(page).toContain('TEST PAYMENT – no real money')
    expect(page).toContain('Corner Shop')
    expect(page).toContain('$25.98')
    expect(page).toMatch(/Clay lamp.*× 2.*\$15\.00/)
    expect(page).toMatch(/Shipping.*\$5\.00/)
    expect(page).toContain('value="buyer@example.com"')
    for (const button of ['Pay', 'Pay (bank refuses)', 'Pay by eCheck', 'Cancel']) {
      expect(page).toContain(`>${button}</button>`)
    }
  })

  it('runs no foreign or inline script and sends forms only to itself and the shop', async () => {
    const { headers, page } = await paypal.openPage(await paypal.createOrder())

    expect(headers.get('cache-control')).toBe('no-store')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).toContain("form-action 'self' https://shop.example;")
    expect(page).not.toContain('<script')
  })

  it('takes each form once', async () => {
    const id = await paypal.createOrder()
    const { formToken } = await paypal.openPage(id)
    await paypal.submitPage(id, formToken, 'cancel')

    const again = await paypal.submitPage(id, formToken, 'pay')

    expect(again.status).toBe(409)
    expect(again.text).toContain('This form was already used')
    expect(await paypal.getOrder(id)).toMatchObject({ status: 'PAYER_ACTION_REQUIRED' })
  })
})
