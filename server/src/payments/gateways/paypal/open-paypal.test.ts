import { describe, expect, it } from 'vitest'
import { readEnv } from '../../../platform/runtime/env.ts'
import { paypal } from './open-paypal.ts'

const keys = { PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'webhook' }

describe('PayPal', () => {
  it('is the emulator without keys, in a demo alone', async () => {
    const { gateway, emulator, close } = await paypal.openEmulator(readEnv({}), { port: 0 })
    await close?.()

    expect(gateway.mode).toBe('test')
    expect(emulator).toBeDefined()
    const withoutKeys = { ...readEnv({}), mode: 'live' as const }
    await expect(paypal.openEmulator(withoutKeys, { port: 0 })).rejects.toThrow('does not pay at the emulator')
  })

  it('is that of the environment that the keys are of', async () => {
    const gateway = await paypal.connect(readEnv({ ...keys, PAYPAL_ENVIRONMENT: 'sandbox' }))

    expect(gateway?.mode).toBe('sandbox')
  })
})
