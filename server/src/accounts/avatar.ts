import { basename } from 'node:path'
import type { User } from '@mela/contract'
import type { FileStore } from '../media/file-store.ts'
import { MEDIA_PATH } from '../media/media-rows.ts'
import type { PictureMaker } from '../media/pictures.ts'
import { presentUser } from '../people/session-user.ts'
import { lockUser, updateAvatar } from '../people/users.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { invalidateReviewed } from './invalidate-reviewed.ts'

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

export async function removeAvatar(db: Database, files: FileStore, userId: string): Promise<User> {
  return replaceAvatar(db, files, userId, null)
}

/** The file goes once no account uses it. */
export async function removeAvatarFile(files: FileStore, url: string | null): Promise<void> {
  if (url !== null) await files.remove(basename(url))
}

async function replaceAvatar(db: Database, files: FileStore, userId: string, url: string | null): Promise<User> {
  const { before, after } = await transact(db, async (db, invalidate) => {
    const before = await lockUser(db, userId)
    const after = await updateAvatar(db, userId, url)
    await invalidateReviewed(db, invalidate, userId)
    return { before, after }
  })
  await removeAvatarFile(files, before.avatarUrl)
  return presentUser(after)
}
