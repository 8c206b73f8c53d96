import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { hashOfRecoveryCode, newRecoveryCodes, newSecret, stepOf } from './one-time-codes.ts'

it('a secret has the format that authenticator apps expect', () => {
  const { secret, url } = newSecret('asha@example.com')

  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(decodeURIComponent(url)).toContain('otpauth://totp/Mela:asha@example.com?')
  expect(new URL(url).searchParams.get('secret')).toBe(secret)
  expect(newSecret('asha@example.com').secret).not.toBe(secret)
})

it('a code is valid for its own 30 seconds, and for those before and after', () => {
  const { secret } = newSecret('asha@example.com')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const now = Date.now()
  const codeAt = (seconds: number) => totp.generate({ timestamp: now + seconds * 1000 })

  const step = Math.floor(now / 30_000)
  expect([-30, 0, 30].map(seconds => stepOf(secret, codeAt(seconds)))).toEqual([step - 1, step, step + 1])
  expect([-90, 90].map(seconds => stepOf(secret, codeAt(seconds)))).toEqual([undefined, undefined])
  for (const nonsense of ['', '12345', '1234567', 'abcdef']) expect(stepOf(secret, nonsense)).toBeUndefined()
})

it('recovery codes are ten, all different, and equal however they are typed', () => {
  const codes = newRecoveryCodes()

  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
  const [code = ''] = codes
  expect(hashOfRecoveryCode(code)).toEqual(hashOfRecoveryCode(code.replaceAll('-', '').toUpperCase()))
})
