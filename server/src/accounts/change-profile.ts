import { basename } from 'node:path'
import type { OwnerProof, ProfileInput, User } from '@mela/contract'
import type { FileStore } from '../media/file-store.ts'
import { MEDIA_PATH } from '../media/media-rows.ts'
import type { PictureMaker } from '../media/picture-maker.ts'
import { changeEmail, takeTurnToMove } from '../people/change-email.ts'
import { proveOwner } from '../people/prove-owner.ts'
import { presentUser, protectDemoAdmin, userColumns } from '../people/session-user.ts'
import { type Caller, lockOwner } from '../people/sessions.ts'
import { lockUser, updateProfile } from '../people/users.ts'
import type { Database } from '../platform/database/database.ts'
import type { Invalidate } from '../platform/database/invalidation.ts'
import { transact } from '../platform/database/transact.ts'
import type { Env } from '../platform/runtime/env.ts'

/** A new address ends the other sessions; a change that lacked the password can be undone for UNDO_DAYS. */
export async function changeProfile(
  db: Database,
  env: Env,
  { user: { id }, user: caller, token: session }: Caller,
  { password, code, ...changes }: Partial<ProfileInput> & OwnerProof,
): Promise<User> {
  const isMoving = changes.email !== undefined && changes.email !== caller.email
  if (isMoving) protectDemoAdmin(env, caller)
  const isProven = isMoving && (await proveOwner(db, env, caller, { password, code }))

  return transact(db, async (db, invalidate) => {
    if (isProven) await takeTurnToMove(db)
    const user = await lockOwner(db, id, session)
    const { name = user, email = user.email } = changes
    const isRenamed = name.firstName !== user.firstName || name.lastName !== user.lastName
    const renamed = isRenamed ? await updateProfile(db, id, { name }) : user
    if (isRenamed) await invalidateReviewed(db, invalidate, id)
    return presentUser(email === user.email ? renamed : await changeEmail(db, renamed, { email, isProven, session }))
  })
}

export async function invalidateReviewed(db: Database, invalidate: Invalidate, userId: string): Promise<void> {
  const reviewed = await db.selectFrom('reviews').select('product_id').where('user_id', '=', userId).execute()
  for (const { product_id } of reviewed) invalidate(`reviewers:${product_id}`)
}

export async function changeAvatar(
  db: Database,
  { files, pictures }: { files: FileStore; pictures: PictureMaker },
  userId: string,
  bytes: Buffer,
): Promise<User> {
  const { file } = await pictures.makeAvatar(bytes)
  try {
    return await replaceAvatar(db, files, userId, `${MEDIA_PATH}/${file}`)
  } catch (error) {
    await files.remove(file)
    throw error
  }
}

/** The file goes once no account uses it. */
export async function removeAvatarFile(files: FileStore, url: string | null): Promise<void> {
  if (url !== null) await files.remove(basename(url))
}

export async function replaceAvatar(db: Database, files: FileStore, userId: string, url: string | null): Promise<User> {
  const { before, after } = await transact(db, async (db, invalidate) => {
    const before = await lockUser(db, userId)
    const after = await db
      .updateTable('users')
      .set({ avatar_url: url })
      .where('id', '=', userId)
      .returning(userColumns)
      .executeTakeFirstOrThrow()
    await invalidateReviewed(db, invalidate, userId)
    return { before, after }
  })
  await removeAvatarFile(files, before.avatarUrl)
  return presentUser(after)
}
