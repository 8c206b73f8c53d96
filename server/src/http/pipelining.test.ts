import { writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { AVATAR_WIDTH } from '@mela/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'

const shop = startShop()
beforeAll(async () => void (await shop.app.listen({ port: 0 })))

/** What a connection answers that sends so many requests at once, until it ends. */
async function answersTo(path: string, count: number): Promise<number> {
  const { port } = shop.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', part => {
    text += part
  })
  const ended = new Promise(resolve => socket.on('close', resolve).on('error', resolve))
  const requests = Array.from({ length: count }, (_, i) =>
    ['GET', path, `HTTP/1.1\r\nHost: localhost\r\n${i === count - 1 ? 'Connection: close\r\n' : ''}\r\n`].join(' '),
  )
  socket.write(requests.join(''))
  await ended
  return text.split('HTTP/1.1 200').length - 1
}

describe('requests that arrive together on one connection', () => {
  const file = `${'b'.repeat(32)}-${AVATAR_WIDTH}.webp`
  beforeAll(() => writeFile(join(shop.app.files.folder, file), Buffer.alloc(50_000)))

  it.each(['/api/categories', `/media/${file}`])('are answered when they are few: %s', async path => {
    expect(await answersTo(path, 8)).toBe(8)
  })

  it.each(['/api/categories', `/media/${file}`])('cut the connection when they are many: %s', async path => {
    expect(await answersTo(path, 100)).toBeLessThanOrEqual(8)
  })
})
