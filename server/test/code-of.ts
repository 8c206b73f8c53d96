import { Secret, TOTP } from 'otpauth'

/** An authenticator app's code, now or some 30-second steps away. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
