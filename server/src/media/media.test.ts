import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { storePicture } from './media.service.ts'

const shop = startShop()

describe('GET /media/<file>', () => {
  it('B88 serves a picture as cacheable and with its content type', async () => {
    const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const { url } = await storePicture(shop.db, shop.app, { bytes, name: 'teal.png', alt: '', actor: null })

    const { statusCode, headers } = await shop.app.inject(url)

    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })

  it.each([`${'0'.repeat(32)}-1200.webp`, 'notes.txt', '.draft', ''])('answers a plain 404 for %j', async file => {
    await shop.app.files.write('notes.txt', Buffer.from('Not public.'))

    const { statusCode, headers, body } = await shop.app.inject(`/media/${file}`)

    expect({ statusCode, body }).toEqual({ statusCode: 404, body: 'Not found.' })
    expect(headers).toMatchObject({ 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' })
    expect(headers).not.toHaveProperty('cache-control')
  })

  it.each(['%2e%2e%2fnotes.txt', '..%5cnotes.txt', '%2e%2e/notes.txt', '%00'])(
    'never leaves its folder: %s',
    async file => {
      await shop.app.files.write(join('..', 'notes.txt'), Buffer.from('Not public.'))

      const { statusCode, body } = await shop.app.inject(`/media/${file}`)

      expect([403, 404]).toContain(statusCode)
      expect(body).not.toContain('Not public.')
    },
  )
})
