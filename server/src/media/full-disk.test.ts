import { readdir, rm, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { folderStore } from './file-store.ts'
import { openPictureMaker } from './picture-maker.ts'
import { writeAvatar, writePicture } from './render-pictures.ts'

const shop = startShop({ LOG_LEVEL: 'silent' })
let made = 0

/** A different one each time, because equal pictures share their files. */
function aPicture(): Promise<Buffer> {
  made++
  const background = { r: 40 * made, g: 80, b: 80 }
  return sharp({ create: { width: 1500, height: 900, channels: 3, background } })
    .png()
    .toBuffer()
}

const uploads = [
  { method: 'POST', url: '/api/media', field: 'image' },
  { method: 'PATCH', url: '/api/users/current-user/avatar', field: 'avatar' },
] as const

async function upload({ method, url, field }: (typeof uploads)[number], bytes: Buffer) {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'picture.png')
  const { cookie } = await shop.admin()
  const answer = await shop.app.inject({ method, url, headers: { cookie }, payload: form })
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], ...answer.json() }
}

/** The shop's folder, on a disk with room for this many files and half of the next. */
function aDiskWithRoomFor(files: number) {
  let left = files
  return folderStore(shop.app.files.folder, {
    async writeDraft(path, bytes) {
      if (left-- > 0) return writeFile(path, bytes as Buffer)
      await writeFile(path, (bytes as Buffer).subarray(0, 100))
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    },
  })
}

async function fillTheDisk(room: number) {
  const full = await aDiskWithRoomFor(room)
  const { pictures } = shop.app
  const making = [
    vi.spyOn(pictures, 'makePicture').mockImplementation(bytes => writePicture(full, bytes)),
    vi.spyOn(pictures, 'makeAvatar').mockImplementation(bytes => writeAvatar(full, bytes)),
  ]
  return () => {
    for (const spy of making) spy.mockRestore()
  }
}

const stored = () => readdir(shop.app.files.folder)
const refusal = {
  status: 503,
  retryAfter: '60',
  success: false,
  message: 'The shop has no room left on its disk, so nothing was saved. Please try again later.',
}

describe('an upload on a full disk', () => {
  it.each([
    ['a picture whose first width has no room', uploads[0], 0],
    ['a picture whose last width has no room', uploads[0], 2],
    ['an avatar', uploads[1], 0],
  ])('is refused with a sentence and leaves no file: %s', async (_what, way, room) => {
    const [before, bytes] = [await stored(), await aPicture()]
    const makeRoom = await fillTheDisk(room)

    const refused = await upload(way, bytes)
    const after = await stored()
    makeRoom()

    expect(refused).toMatchObject(refusal)
    expect(after).toEqual(before)
    expect((await upload(way, bytes)).success).toBe(true)
  })

  it('is refused and leaves no file when the database has no room for its row', async () => {
    const [before, bytes] = [await stored(), await aPicture()]
    await sql`
      create function be_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(shop.db)
    await sql`create trigger be_full before insert on media execute function be_full()`.execute(shop.db)

    const refused = await upload(uploads[0], bytes)
    await sql`drop trigger be_full on media`.execute(shop.db)

    expect(refused).toMatchObject(refusal)
    expect(await stored()).toEqual(before)
    expect(await upload(uploads[0], bytes)).toMatchObject({ status: 201 })
  })

  it("is recognised by the system's error code, which the picture process passes on", async () => {
    const bytes = await aPicture()
    const folder = `${shop.app.files.folder}-elsewhere`
    const maker = openPictureMaker(folder)
    await maker.makePicture(bytes)
    await rm(folder, { recursive: true })

    await expect(maker.makeAvatar(bytes)).rejects.toMatchObject({ code: 'ENOENT' })
    await maker.close()
  })
})
