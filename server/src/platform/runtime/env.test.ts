import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

const PAYPAL = {
  PAYPAL_ENVIRONMENT: 'sandbox',
  PAYPAL_CLIENT_ID: 'client',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'webhook',
}

describe('the environment', () => {
  it('needs nothing for a demo shop with test payments', () => {
    const env = readEnv({})

    expect(env).toMatchObject({ port: 3000, host: '127.0.0.1', mode: 'demo', publicUrl: 'http://localhost:3000' })
    expect(env.paypal).toBeUndefined()
    expect(env.testPaypal.clientId).toMatch(/^TEST-/)
  })

  it.each(Object.keys(PAYPAL))('refuses PayPal without %s, and never falls back to test payments', missing => {
    expect(() => readEnv({ ...PAYPAL, [missing]: '' })).toThrow(missing)
  })

  it.each([
    ['a part of the keys of Stripe', { STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET'],
    ['what is no key of Stripe', { STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY: begins with sk_test_'],
    [
      'live keys of Stripe in a demo',
      { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      'it needs SHOP_MODE=live',
    ],
  ])('refuses %s', (_, given, problem) => {
    expect(() => readEnv(given)).toThrow(problem)
  })

  it.each(['BHx7/Qp', '12345/Qp', 'BHx7#Qp', 'BHx7?Qp'])(
    'refuses a mail server with the password %s, and does not repeat it',
    password => {
      const read = (secret: string) =>
        readEnv({ SMTP_URL: `smtp://AKIA1:${secret}@mail.example.com`, MAIL_FROM: 'a@b.example' })

      expect(() => read(password)).toThrow(/^[^:]*:\n {2}SMTP_URL: is no address: [^:]*%3F$/)
      expect(read(encodeURIComponent(password)).mail.smtpUrl).toContain('AKIA1')
    },
  )

  it.each([
    ['', 0],
    ['off', 0],
    ['on', 1],
    ['true', 1],
    ['2', 2],
  ])('TRUST_PROXY=%s is %i proxies', (TRUST_PROXY, proxies) => {
    expect(readEnv({ TRUST_PROXY }).proxies).toBe(proxies)
  })

  it.each(['short', 'abcdef', 'abc123!é', 'pass word1!'])(
    'refuses %j as password of the demo admin, and says why',
    password => {
      expect(() => readEnv({ DEMO_ADMIN_PASSWORD: password })).toThrow(
        'DEMO_ADMIN_PASSWORD: must have 6 to 128 letters, digits and signs of @$!%*#?&, at least one of each',
      )
    },
  )

  it('reports every problem at once', () => {
    expect(() => readEnv({ PORT: 'x', LOG_LEVEL: 'loud', DATABASE_URL: 'nowhere' })).toThrow(
      /PORT[\s\S]*DATABASE_URL[\s\S]*LOG_LEVEL/,
    )
  })
})
