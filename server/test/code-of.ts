import { Secret, TOTP } from 'otpauth'

/** What an authenticator app shows, now or some steps of 30 seconds away. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
