import type { CustomersQuery, Role, StaffQuery, User } from '@mela/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../platform/database/database.ts'
import { findIds } from '../platform/database/ids.ts'
import { presentUser, type SessionUser, userColumns } from './session-user.ts'

/** The index has this expression. */
const searched = sql<string>`folded(users.first_name || ' ' || users.last_name || ' ' || users.email)`

export async function listCustomers(
  db: Database,
  { status, ...query }: CustomersQuery,
): Promise<{ rows: User[]; total: number }> {
  const { ids, total } = await findIds(db, query, holds => {
    const customers = db
      .selectFrom('users')
      .select('users.id')
      .where(sql<boolean>`users.role = 'customer' and users.deleted_at is null`)
      .where(({ and }) => and(holds(searched)))
    // The index needs the literal.
    return status
      ? customers.where(status === 'active' ? sql<boolean>`users.is_active` : sql<boolean>`not users.is_active`)
      : customers
  })
  return { rows: await listUsers(db, ids), total }
}

export async function listStaff(db: Database, query: StaffQuery): Promise<{ rows: User[]; total: number }> {
  const { ids, total } = await findIds(db, query, holds =>
    db
      .selectFrom('users')
      .select('users.id')
      .where('users.role', '<>', 'customer')
      .where('users.deleted_at', 'is', null)
      .where(({ and }) => and(holds(searched))),
  )
  return { rows: await listUsers(db, ids), total }
}

async function listUsers(db: Database, ids: string[]): Promise<User[]> {
  const rows = await db
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(presentUser)
}

export async function findUser(db: Database, id: string): Promise<SessionUser | undefined> {
  return db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst()
}

/** Admins take turns, because all of them are locked. */
export async function lockAdminsAnd(
  db: Transaction,
  userId: string,
): Promise<{ admins: string[]; user: SessionUser | undefined }> {
  const rows = await db
    .selectFrom('users')
    .select(userColumns)
    .where('deleted_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([and([eb('role', '=', 'admin'), eb('is_active', '=', true)]), eb('id', '=', userId)]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const admins = rows.filter(({ role, isActive }) => role === 'admin' && isActive).map(({ id }) => id)
  return { admins, user: rows.find(({ id }) => id === userId) }
}

export async function updateRole(db: Database, userId: string, role: Role): Promise<void> {
  await db.updateTable('users').set({ role }).where('id', '=', userId).execute()
}

export async function updateStatus(db: Database, userId: string, isActive: boolean): Promise<void> {
  await db.updateTable('users').set({ is_active: isActive }).where('id', '=', userId).execute()
}
