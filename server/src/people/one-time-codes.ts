import { createHash, randomBytes } from 'node:crypto'
import { SHOP, type TwoFactorSecret } from '@mela/contract'
import { Secret, TOTP } from 'otpauth'

/** The defaults of authenticator apps: SHA-1, 6 digits, 30 seconds. */
const kind = { algorithm: 'SHA1', digits: 6, period: 30 }

/** A new secret of 160 bits, as text and as the URI for a QR code; apps show the issuer, which is the shop. */
export function newSecret(email: string, issuer: string = SHOP.name): TwoFactorSecret {
  const totp = new TOTP({ ...kind, issuer, label: email, secret: new Secret() })
  return { secret: totp.secret.base32, url: totp.toString() }
}

/**
 * The 30-second step that a code belongs to, counted from 1970; undefined when it is wrong. Clocks may differ by 30
 * seconds.
 */
export function stepOf(secret: string, code: string): number | undefined {
  const totp = new TOTP({ ...kind, secret: Secret.fromBase32(secret) })
  const drift = totp.validate({ token: code, window: 1 })
  return drift === null ? undefined : totp.counter() + drift
}

const RECOVERY_CODES = 10
/** Without look-alikes: 0 and o, 1 and l. 32 letters, so that a byte's remainder is unbiased. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Ten codes of 60 random bits, formatted 'abcd-efgh-jkmn'. */
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
