import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SILENCE_MS } from '../app.ts'
import { type OpenPictureMaker, openPictureMaker, PICTURE_LIMITS } from './picture-maker.ts'

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
    pictureSeconds: 30,
    avatarSeconds: 30,
    turnSeconds: 30,
    megabytes: 640,
    idleSeconds: 20,
    ...limits,
  })
}

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 4, background: 'teal' } })

const small = () => picture(60, 40).png().toBuffer()

const isRunning = (pid = 0) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

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

  it('processes one picture at a time, in order of arrival', async () => {
    open()
    const widths = [1500, 30, 900, 20]
    const pictures = await Promise.all(widths.map(width => picture(width, 1000).png().toBuffer()))
    const pids = new Set<number | undefined>()
    const done: number[] = []

    await Promise.all(
      pictures.map(async bytes => {
        done.push((await maker.makePicture(bytes)).height)
        pids.add(maker.pid)
      }),
    )

    expect(done).toEqual([800, 1000, 1000, 1000])
    expect(pids.size).toBe(1)
  })

  it('ends after a time without uploads', async () => {
    open({ idleSeconds: 0 })

    await maker.makePicture(await small())

    await vi.waitFor(() => expect(maker.pid).toBeUndefined(), 10_000)
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

  it('does not call an AVIF damaged for which the decoder finds no memory', async () => {
    open({ megabytes: 150 })
    const heavy = await picture(4000, 3900).avif({ effort: 0, chromaSubsampling: '4:4:4' }).toBuffer()

    await expect(maker.makePicture(heavy)).rejects.toMatchObject({
      message: 'This picture could not be prepared. Please choose another one.',
    })
  })

  it('is ended at a picture that takes too long, which is refused', async () => {
    open({ pictureSeconds: 0.001 })
    const bytes = await small()

    await expect(maker.makePicture(bytes)).rejects.toMatchObject({
      code: 'invalid_file',
      message: 'This picture takes too long to prepare. Please choose a smaller one.',
    })
    expect(maker.pid).toBeUndefined()
  })

  it('has a time limit for avatars, which does not shorten that of staff', async () => {
    open({ avatarSeconds: 0.001 })
    const bytes = await small()

    await expect(maker.makeAvatar(bytes)).rejects.toMatchObject({
      code: 'invalid_file',
      message: 'This picture takes too long to prepare. Please choose a smaller one.',
    })
    expect(await maker.makePicture(bytes)).toMatchObject({ width: 60 })
  })

  it('prefers the pictures of staff to waiting avatars', async () => {
    open()
    const bytes = await small()
    const done: string[] = []
    const note = async (name: string, made: Promise<unknown>) => {
      await made
      done.push(name)
    }

    await Promise.all([
      note('first avatar', maker.makeAvatar(bytes)),
      note('second avatar', maker.makeAvatar(bytes)),
      note('third avatar', maker.makeAvatar(bytes)),
      note('picture of staff', maker.makePicture(bytes)),
    ])

    expect(done).toEqual(['first avatar', 'picture of staff', 'second avatar', 'third avatar'])
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

  it('answers before the server ends an idle connection', () => {
    const { turnSeconds, pictureSeconds, avatarSeconds } = PICTURE_LIMITS

    open()
    expect(turnSeconds + Math.max(pictureSeconds, avatarSeconds)).toBeLessThan(SILENCE_MS / 1000)
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

  it('ends when the maker is closed', async () => {
    open()
    await maker.makePicture(await small())
    const { pid } = maker

    await maker.close()

    expect(isRunning(pid)).toBe(false)
  })
})
