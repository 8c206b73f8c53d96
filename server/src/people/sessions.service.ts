import { recordAudit } from '../platform/audit/audit.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { notFound } from '../platform/http/errors.ts'
import { deleteSessionOf, deleteSessionsOf } from './sessions.repository.ts'
import { lockAccount } from './users.repository.ts'

// Each locks the account, so that a session being opened concurrently, as by a change of password, ends too.

export async function revokeSession(db: Database, userId: string, id: string, actor = userId): Promise<void> {
  await transact(db, async db => {
    await lockAccount(db, userId)
    if (!(await deleteSessionOf(db, userId, id))) throw notFound('Session not found.')
    await recordRevoked(db, userId, 1, actor)
  })
}

/** For staff: ends all sessions of an account. */
export async function revokeSessionsOf(db: Database, userId: string, actor: string): Promise<void> {
  await transact(db, async db => {
    await lockAccount(db, userId)
    const count = await deleteSessionsOf(db, userId)
    if (count > 0) await recordRevoked(db, userId, count, actor)
  })
}

/** Ends all sessions but the one with this token. */
export async function revokeOtherSessions(db: Database, userId: string, token: string): Promise<void> {
  await transact(db, async db => {
    await lockAccount(db, userId)
    const count = await deleteSessionsOf(db, userId, token)
    if (count > 0) await recordRevoked(db, userId, count)
  })
}

async function recordRevoked(db: Database, userId: string, sessions: number, actor = userId) {
  await recordAudit(db, { actor, action: 'session.revoked', subject: `user:${userId}`, after: { sessions } })
}
