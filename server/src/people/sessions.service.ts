import { recordAudit } from '../platform/audit/audit.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { notFound } from '../platform/http/errors.ts'
import { deleteSessionOf, deleteSessionsOf } from './sessions.repository.ts'
import { lockAccount } from './users.repository.ts'

// The account is locked, so that a session being opened concurrently ends too.

export async function revokeSession(db: Database, userId: string, id: string, actor = userId): Promise<void> {
  await transact(db, async db => {
    await lockAccount(db, userId)
    if (!(await deleteSessionOf(db, userId, id))) throw notFound('Session not found.')
    await recordRevoked(db, userId, 1, actor)
  })
}

export async function revokeSessionsOf(db: Database, userId: string, actor: string): Promise<void> {
  await transact(db, async db => {
    await lockAccount(db, userId)
    const count = await deleteSessionsOf(db, userId)
    if (count > 0) await recordRevoked(db, userId, count, actor)
  })
}

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
