import type { TwoFactorState } from '@mela/contract'
import type { Database } from '../platform/database/database.ts'

export async function findSecret(
  db: Database,
  userId: string,
  state: 'confirmed' | 'waiting',
): Promise<string | undefined> {
  const found = await db
    .selectFrom('two_factor')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', state === 'confirmed' ? 'is not' : 'is', null)
    .executeTakeFirst()
  return found?.secret
}

export async function twoFactorStateOf(db: Database, userId: string): Promise<TwoFactorState> {
  const { recoveryCodesLeft } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('recoveryCodesLeft'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { isEnabled: (await findSecret(db, userId, 'confirmed')) !== undefined, recoveryCodesLeft }
}

export async function deleteTwoFactor(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('two_factor').where('user_id', '=', userId).execute()
}
