import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Person, startShop } from './shop.ts'

const twoFactor = '/users/current-user/two-factor'

/** An authenticator app's code, now or some 30-second steps away. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Turns two-factor sign-in on and forgets the code that did so: the next call may use a code of the same 30 seconds. */
export async function turnOnTwoFactor(shop: ReturnType<typeof startShop>, as: Person, password: string) {
  const { secret } = (await shop.post(twoFactor, { password }, as)).data
  const { data } = await shop.post(`${twoFactor}/confirm`, { code: codeOf(secret) }, as)
  await sql`update two_factor set last_step = 0 where user_id = ${as.id}`.execute(shop.db)
  return { secret: secret as string, recoveryCodes: data.recoveryCodes as string[] }
}
