import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { AVATAR_WIDTH } from '@mela/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'

const lines: string[] = []
const shop = startShop({ LOG_LEVEL: 'warn' }, { write: line => void lines.push(line) })
beforeAll(async () => void (await shop.app.listen({ port: 0 })))

/** A connection's answers to this many pipelined requests, until it ends. */
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

describe('pipelined requests', () => {
  const file = `${'b'.repeat(32)}-${AVATAR_WIDTH}.webp`
  beforeAll(() => writeFile(join(shop.app.files.folder, file), Buffer.alloc(50_000)))

  it.each(['/api/categories', `/media/${file}`])('are answered when they are two: %s', async path => {
    expect(await answersTo(path, 2)).toBe(2)
  })

  it.each(['/api/categories', `/media/${file}`])('end the connection when they are more: %s', async path => {
    expect(await answersTo(path, 3)).toBeLessThanOrEqual(2)
    expect(await answersTo(path, 100)).toBeLessThanOrEqual(2)
  })
})

describe('connections', () => {
  it('of one network address leave room for those of others', async () => {
    const { port } = shop.app.server.address() as AddressInfo
    const open = (localAddress: string) => connect({ port, host: '127.0.0.1', localAddress })
    const held = Array.from({ length: 500 }, () => open('127.0.0.2'))
    await Promise.all(held.map(socket => once(socket, 'connect')))

    const [more, other] = [open('127.0.0.2'), open('127.0.0.3')]
    await once(
      more.on('error', () => {}),
      'close',
    )
    other.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')

    expect(String((await once(other, 'data'))[0])).toMatch(/^HTTP\/1.1 200/)
    for (const socket of [...held, other]) socket.destroy()
  })
})
