import { createHash, randomBytes } from 'node:crypto'
import { SHOP, type TwoFactorSecret } from '@mela/contract'
import { Secret, TOTP } from 'otpauth'

/** The defaults of authenticator apps: SHA-1, 6 digits, 30 seconds. */
const kind = { algorithm: 'SHA1', digits: 6, period: 30 }

export function newSecret(email: string, issuer: string = SHOP.name): TwoFactorSecret {
  const totp = new TOTP({ ...kind, issuer, label: email, secret: new Secret() })
  return { secret: totp.secret.base32, url: totp.toString() }
}

/** Steps of 30 seconds count from 1970; undefined for a wrong code. Clocks may differ by 30 seconds. */
export function stepOf(secret: string, code: string): number | undefined {
  const totp = new TOTP({ ...kind, secret: Secret.fromBase32(secret) })
  const drift = totp.validate({ token: code, window: 1 })
  return drift === null ? undefined : totp.counter() + drift
}

const RECOVERY_CODES = 10
/** Look-alikes are left out: 0 and o, 1 and l. 32 letters keep a byte's remainder unbiased. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = Array.from(randomBytes(12), byte => alphabet[byte % alphabet.length]).join('')
    return code.replace(/(?<=^.{4}|^.{8})/g, '-')
  })
}

/** Random enough for a plain hash; dashes and case are ignored. */
export function hashOfRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll('-', '').toLowerCase()).digest()
}
