import sharp from 'sharp'
import { folderStore } from './file-store.ts'
import type { PictureAnswer, PictureRequest } from './picture-maker.ts'
import type { StoredPicture } from './pictures.ts'
import { writeAvatar, writeEmailPicture, writePicture } from './render-pictures.ts'
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

function make(request: PictureRequest): Promise<StoredPicture> {
  if (request.kind === 'email') return writeEmailPicture(files, request.file)
  const write = request.kind === 'avatar' ? writeAvatar : writePicture
  return write(files, Buffer.from(request.bytes))
}

async function answer(request: PictureRequest): Promise<PictureAnswer> {
  try {
    return { kind: 'made', picture: await make(request) }
  } catch (error) {
    if (error instanceof UnfitPicture) return { kind: 'unfit', message: error.message }
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return { kind: 'failed', message: String(error), code }
  }
}
