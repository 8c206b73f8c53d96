import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { onChange } from '../platform/database/invalidation.ts'
import { readEnv } from '../platform/runtime/env.ts'
import { makeAvifs } from './avif-queue.ts'
import { openAvifWorkshop } from './avif-workshop.ts'
import { storePicture } from './media-library.ts'
import { findMedia } from './media-rows.ts'

const shop = startShop()
const make = () => makeAvifs(shop.db, shop.app.files)
const waiting = () => shop.db.selectFrom('media').select('id').where('avif_at', 'is', null).execute()
const hasAvif = async ({ _id }: { _id: string }) => (await findMedia(shop.db, _id))?.hasAvif

/** A photograph of the demo, cropped differently for each test because equal pictures share their files. */
async function photograph(left: number) {
  const file = await readFile(new URL('../../../demo/pictures/kurta-anaar-1.webp', import.meta.url))
  const bytes = await sharp(file).extract({ left, top: 300, width: 450, height: 450 }).png().toBuffer()
  return storePicture(shop.db, shop.app, { bytes, name: 'kurta.png', alt: '', actor: null })
}

describe('making AVIFs', () => {
  it('gives a picture one beside every WebP, smaller than it', async () => {
    const media = await photograph(0)
    expect(media.hasAvif).toBe(false)

    await make()

    expect(await hasAvif(media)).toBe(true)
    for (const width of [400, 800, 1200]) {
      const webp = await shop.app.inject(media.url.replace('-1200.', `-${width}.`))
      const avif = await shop.app.inject(media.url.replace('-1200.webp', `-${width}.avif`))
      expect(avif.headers).toMatchObject({
        'content-type': 'image/avif',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      expect(avif.rawPayload.toString('latin1', 4, 12)).toBe('ftypavif')
      expect(avif.rawPayload.length).toBeLessThan(webp.rawPayload.length)
    }
  })

  it('keeps a picture waiting whose files could not be written', async () => {
    const media = await photograph(30)
    const { files } = shop.app
    const full = { ...files, write: () => Promise.reject(new Error('No space left on device.')) }
    await expect(makeAvifs(shop.db, full)).rejects.toThrow('No space left')
    expect(await waiting()).toEqual([{ id: media._id }])

    await make()

    expect(await hasAvif(media)).toBe(true)
  })

  it('is shared by several instances, and invalidates pages when all is done', async () => {
    for (const left of [40, 50, 60, 70]) await photograph(left)
    const written: string[] = []
    const { files } = shop.app
    const write = (file: string, bytes: Buffer) => {
      written.push(file)
      return files.write(file, bytes)
    }
    const noted = { ...files, write }
    const received = vi.fn()
    const stop = onChange(received)

    await Promise.all([makeAvifs(shop.db, noted), makeAvifs(shop.db, noted)])
    stop()

    expect(written).toHaveLength(12)
    expect(new Set(written).size).toBe(12)
    expect(received).toHaveBeenCalledWith(['catalog'])
    expect(received.mock.calls.length).toBeLessThanOrEqual(2)
  })
})

describe('openAvifWorkshop', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    vi.stubEnv('DATA_DIR', dirname(shop.app.files.folder))
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })

  it('never looks for pictures with AVIF=off, so that pages offer WebP', async () => {
    const media = await photograph(80)

    const workshop = openAvifWorkshop(shop.db, readEnv({ AVIF: 'off' }), shop.databaseUrl)

    expect(vi.getTimerCount()).toBe(0)
    expect(await hasAvif(media)).toBe(false)
    await workshop.close()
  })

  // A process of low priority has to start, on a machine that may be busy.
  it('starts a process that makes AVIFs when a picture waits, again after one that could not be started', {
    timeout: 130_000,
  }, async () => {
    const media = await photograph(90)

    const workshop = openAvifWorkshop(shop.db, readEnv({}), shop.databaseUrl)
    const { execPath } = process
    process.execPath = '/there/is/no/process'
    vi.advanceTimersByTime(15_000)
    await setTimeout(500)
    process.execPath = execPath
    vi.advanceTimersByTime(15_000)

    await vi.waitFor(async () => expect(await hasAvif(media)).toBe(true), { timeout: 120_000 })
    await workshop.close()
  })
})
