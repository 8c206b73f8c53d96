import sharp from 'sharp'
import { folderStore } from './file-store.ts'
import { type MadePicture, type PictureAnswer, type PictureRequest, UnfitPicture } from './pictures.ts'
import { writeAvatar, writeEmailPicture, writeLogo, writePicture } from './render-pictures.ts'

/** The process ends when the server is gone. */
process.once('disconnect', () => process.exit())
sharp.concurrency(1)

const [, , folder = '', megabytes = '0'] = process.argv
const files = await folderStore(folder)

setInterval(() => {
  if (process.memoryUsage.rss() > Number(megabytes) * 1_000_000) process.exit(1)
}, 100)

process.on('message', async (request: PictureRequest) => process.send?.(await answer(request)))

async function make(request: PictureRequest): Promise<MadePicture> {
  if (request.kind === 'email') return writeEmailPicture(files, request.file)
  const given = Buffer.from(request.bytes)
  if (request.kind === 'avatar') return writeAvatar(files, given)
  return request.kind === 'logo' ? writeLogo(files, given) : writePicture(files, given)
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
