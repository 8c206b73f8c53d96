import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenPictureMaker, openPictureMaker } from './picture-maker.ts'

let folder: string
let maker: OpenPictureMaker

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mela-pictures-'))
})
afterEach(async () => {
  await maker.close()
  await rm(folder, { recursive: true })
})

const open = (limits: Partial<Parameters<typeof openPictureMaker>[1]> = {}) => {
  maker = openPictureMaker(folder, {
    seconds: 30,
    turnSeconds: 30,
    megabytes: 640,
    idleSeconds: 20,
    ...limits,
  })
}

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 4, background: 'teal' } })

const small = () => picture(60, 40).png().toBuffer()

describe('the process that prepares pictures', () => {
  it('is separate from the server, starts with the first picture, and stays for the next', async () => {
    open()
    expect(maker.pid).toBeUndefined()

    await maker.makePicture(await small())
    const { pid } = maker
    const avatar = await maker.makeAvatar(await small())

    expect(pid).not.toBe(process.pid)
    expect(maker.pid).toBe(pid)
    expect(avatar).toMatchObject({ width: 512, height: 512 })
    expect(await readdir(folder)).toContain(avatar.file)
  })

  it('ends at a picture that needs too much memory, which is refused, and the next one works', async () => {
    open({ megabytes: 180 })
    const heavy = await picture(5000, 4000).toColourspace('rgb16').png({ progressive: true }).toBuffer()

    await expect(maker.makePicture(heavy)).rejects.toMatchObject({
      code: 'invalid_file',
      message: 'This picture could not be prepared. Please choose another one.',
    })
    expect(await maker.makePicture(await small())).toMatchObject({ width: 60, height: 40 })
  })

  it('is ended at a picture that takes too long, which is refused', async () => {
    open({ seconds: 0.001 })
    const bytes = await small()

    await expect(maker.makePicture(bytes)).rejects.toMatchObject({
      code: 'invalid_file',
      message: 'This picture takes too long to prepare. Please choose a smaller one.',
    })
    expect(maker.pid).toBeUndefined()
  })

  it('refuses a picture whose turn does not come in time, with a sentence, and goes on with the others', async () => {
    open({ turnSeconds: 0 })
    const bytes = await small()

    const [first, second] = [maker.makePicture(bytes), maker.makePicture(bytes)]

    await expect(second).rejects.toMatchObject({
      code: 'shop_busy',
      message: 'The shop is busy with other pictures. Please try again in a moment.',
    })
    expect(await first).toMatchObject({ width: 60 })
    expect(await maker.makeAvatar(bytes)).toMatchObject({ width: 512 })
  })

  it('may be killed while it works: that picture is refused, and the waiting ones are made', async () => {
    open()
    const bytes = await small()
    const heavy = await picture(3000, 3000).png({ progressive: true }).toBuffer()
    await maker.makePicture(bytes)
    const { pid } = maker

    const [lost, waited] = [maker.makePicture(heavy), maker.makePicture(bytes)]
    await Promise.resolve()
    process.kill(pid ?? 0, 'SIGKILL')

    await expect(lost).rejects.toMatchObject({ code: 'invalid_file' })
    expect(await waited).toMatchObject({ width: 60 })
    expect(maker.pid).not.toBe(pid)
  })
})
