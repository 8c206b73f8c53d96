import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { readEnv } from '../platform/runtime/env.ts'
import { openAvifWorkshop } from './avif-workshop.ts'
import { findMedia } from './media-rows.ts'
import { storePicture } from './store-media.ts'

const shop = startShop()

async function aPicture() {
  const file = await readFile(new URL('../../../demo/pictures/kurta-anaar-1.webp', import.meta.url))
  const bytes = await sharp(file).extract({ left: 300, top: 300, width: 300, height: 300 }).png().toBuffer()
  const { _id } = await storePicture(shop.db, shop.app, { bytes, name: 'kurta.png', alt: '', actor: null })
  return { hasAvif: async () => (await findMedia(shop.db, _id))?.hasAvif }
}

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
    const { hasAvif } = await aPicture()

    const workshop = openAvifWorkshop(shop.db, readEnv({ AVIF: 'off' }), shop.databaseUrl)

    expect(vi.getTimerCount()).toBe(0)
    expect(await hasAvif()).toBe(false)
    await workshop.close()
  })

  // A process of low priority has to start, on a machine that may be busy.
  it('starts a process that makes AVIFs when a picture waits, again after one that could not be started', {
    timeout: 130_000,
  }, async () => {
    const { hasAvif } = await aPicture()

    const workshop = openAvifWorkshop(shop.db, readEnv({}), shop.databaseUrl)
    const { execPath } = process
    process.execPath = '/there/is/no/process'
    vi.advanceTimersByTime(15_000)
    await setTimeout(500)
    process.execPath = execPath
    vi.advanceTimersByTime(15_000)

    await vi.waitFor(async () => expect(await hasAvif()).toBe(true), { timeout: 120_000 })
    await workshop.close()
  })
})
