import type { TwoFactorState } from '@mela/contract'
import { sql } from 'kysely'
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

/** False when a confirmed one exists, which stays. */
export async function saveWaitingSecret(db: Database, userId: string, secret: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('two_factor')
    .values({ user_id: userId, secret })
    .onConflict(conflict =>
      conflict.column('user_id').doUpdateSet({ secret }).where('two_factor.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0) > 0
}

export async function deleteWaitingSecret(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('two_factor').where('user_id', '=', userId).where('confirmed_at', 'is', null).execute()
}

export async function confirmSecret(db: Database, userId: string, secret: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({
      confirmed_at: sql`now()`,
      last_step: step,
      was_confirmed: sql`(
        select email_confirmed_at is not null from users where id = user_id and not exists (
          select from email_changes where user_id = users.id and not was_confirmed and expires_at > now()
        )
      ) is true`,
    })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Uses a step once; false when it, or a later one, was used before. */
export async function takeStep(db: Database, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function takeRecoveryCode(db: Database, userId: string, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** Earlier codes are void. */
export async function replaceRecoveryCodes(db: Database, userId: string, hashes: Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map(code_hash => ({ user_id: userId, code_hash })))
    .execute()
}

/** The reader of the present address takes precedence over who set it up. Answers whether there was one. */
export async function deleteUnprovenTwoFactor(db: Database, userId: string): Promise<boolean> {
  const customers = db.selectFrom('users').select('id').where('role', '=', 'customer')
  const { numDeletedRows } = await db
    .deleteFrom('two_factor')
    .where('user_id', '=', userId)
    .where('user_id', 'in', customers)
    .where('confirmed_at', 'is not', null)
    .where(sql<boolean>`(not was_confirmed or exists (
      select from closed_accounts closed join users on users.id = two_factor.user_id
      where closed.erase_at > now() and closed.user_id <> users.id and closed.email in (
        select users.email union all select email from email_changes where user_id = users.id and expires_at > now()
      )
    ))`)
    .executeTakeFirst()
  return numDeletedRows > 0
}

export async function deleteTwoFactor(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('two_factor').where('user_id', '=', userId).execute()
}
