import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { deleteNotesAbout } from '../fulfilment/order-notes.repository.ts'
import type { FileStore } from '../media/file-store.ts'
import { deleteClosed, listDueToErase } from '../people/closed-accounts.repository.ts'
import { hashPassword } from '../people/passwords.ts'
import { eraseUser, lockAccount } from '../people/users.repository.ts'
import { recordAudit } from '../platform/audit/audit.repository.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { anonymiseOrdersOf } from './anonymise-orders.ts'
import { removeAvatarFile } from './avatar.service.ts'

export const randomPassword = () => hashPassword(randomBytes(24).toString('hex'))

/** Orders, payments and reviews stay, but carry no name. */
export async function eraseAccount(
  db: Transaction<Tables>,
  userId: string,
  { actor, passwordHash }: { actor: string | null; passwordHash: string },
): Promise<void> {
  await deleteNotesAbout(db, userId)
  await anonymiseOrdersOf(db, userId)
  await eraseUser(db, userId, passwordHash)
  await recordAudit(db, { actor, action: 'account.deleted', subject: `user:${userId}` })
}

export async function eraseClosedAccounts(db: Database, files: FileStore): Promise<void> {
  const passwordHash = await randomPassword()
  for (const userId of await listDueToErase(db)) {
    const avatarUrl = await transact(db, db => eraseDue(db, userId, passwordHash))
    await removeAvatarFile(files, avatarUrl)
  }
}

async function eraseDue(db: Transaction<Tables>, userId: string, passwordHash: string): Promise<string | null> {
  await lockAccount(db, userId)
  const avatarUrl = await deleteClosed(db, userId)
  if (avatarUrl === undefined) return null
  await eraseAccount(db, userId, { actor: null, passwordHash })
  return avatarUrl
}
