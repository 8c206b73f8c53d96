import type { Database } from '../platform/database/database.ts'
import type { Env } from '../platform/runtime/env.ts'
import { isSealed, keyPlace, seal, unseal } from './sealed-secrets.ts'

/** Older secrets are plain text; throws a sentence when the key has changed. */
export async function sealSecrets(db: Database, env: Env): Promise<void> {
  const lost = await listUnreadable(db, env)
  if (lost.length > 0) throw new Error(aboutLostKey(env, lost.length))

  const rows = await db.selectFrom('two_factor').select(['user_id', 'secret']).execute()
  for (const { user_id, secret } of rows.filter(({ secret }) => !isSealed(secret))) {
    await db
      .updateTable('two_factor')
      .set({ secret: seal(env, user_id, secret) })
      .where('user_id', '=', user_id)
      .where('secret', '=', secret)
      .execute()
  }
}

export async function listUnreadable(db: Database, env: Env): Promise<string[]> {
  const rows = await db.selectFrom('two_factor').select(['user_id', 'secret']).execute()
  return rows
    .filter(({ user_id, secret }) => isSealed(secret) && unseal(env, user_id, secret) === undefined)
    .map(({ user_id }) => user_id)
}

export const aboutLostKey = (env: Env, count: number) =>
  `Two-factor sign-in: the secrets of ${count} accounts cannot be read with the key of ${keyPlace(env)}. Put back the key that was used before; if it is lost, run: npm run admin -- two-factor-off --unreadable`
