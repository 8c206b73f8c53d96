import { sql } from 'kysely'
import { findToken } from '../people/tokens.ts'
import { lockUser } from '../people/users.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { refused } from '../platform/http/errors.ts'
import { readSettings } from '../shop/settings.ts'

/** Whether the shop sends reminders, and this account gets them. */
export async function showReminders(db: Database, userId: string) {
  const { reminderHours, reminderConsent } = (await readSettings(db)).orders
  const { reminders } = await db
    .selectFrom('users')
    .select('reminders')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { isOffered: reminderHours !== null, isOn: reminders ?? !reminderConsent }
}

export async function setReminders(db: Database, userId: string, isOn: boolean) {
  await transact(db, async db => {
    await lockUser(db, userId)
    await db.updateTable('users').set({ reminders: isOn }).where('id', '=', userId).execute()
  })
  return showReminders(db, userId)
}

/** By the link of an email, without signing in. */
export async function stopReminders(db: Database, token: string): Promise<void> {
  const found = await findToken(db, 'stop-reminders', token)
  if (!found) throw refused('This link is too old. You can turn these emails off in your account.', 'link_expired')
  await db
    .updateTable('users')
    .set({ reminders: false })
    .where('id', '=', found.userId)
    .where(sql<boolean>`reminders is distinct from false`)
    .execute()
}
