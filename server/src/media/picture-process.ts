import sharp from 'sharp'
import { folderStore } from './file-store.ts'
import type { PictureAnswer, PictureRequest } from './picture-maker.ts'
import { writeAvatar, writePicture } from './render-pictures.ts'
import { UnfitPicture } from './unfit-picture.ts'

/** The picture maker's process: answers one request at a time until it is ended, or the server is gone. */
process.once('disconnect', () => process.exit())
sharp.concurrency(1)

const [, , folder = '', megabytes = '0'] = process.argv
const files = await folderStore(folder)

setInterval(() => {
  if (process.memoryUsage.rss() > Number(megabytes) * 1_000_000) process.exit(1)
}, 100)

process.on('message', async (request: PictureRequest) => process.send?.(await answer(request)))

async function answer({ kind, bytes }: PictureRequest): Promise<PictureAnswer> {
  const write = kind === 'avatar' ? writeAvatar : writePicture
  try {
    return { kind: 'made', picture: await write(files, Buffer.from(bytes)) }
  } catch (error) {
    if (error instanceof UnfitPicture) return { kind: 'unfit', message: error.message }
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return { kind: 'failed', message: String(error), code }
  }
}
