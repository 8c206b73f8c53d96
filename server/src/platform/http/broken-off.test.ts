import { type AddressInfo, connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { startShop } from '../../../test/shop.ts'

const lines: string[] = []
const shop = startShop({ LOG_LEVEL: 'debug' }, { write: line => void lines.push(line) })

it('an aborted request body is not logged as an error', async () => {
  await shop.app.listen({ port: 0 })
  const { port } = shop.app.server.address() as AddressInfo
  const head = ['POST /api/auth/login HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
  const socket = connect(port, '127.0.0.1')
  socket.write(`${[...head, 'Content-Length: 100'].join('\r\n')}\r\n\r\n{"email":`, () => socket.destroy())

  await vi.waitFor(() => expect(lines.join('')).toContain('ECONNRESET'))

  const reported = lines.filter(line => line.includes('ECONNRESET')).map(line => JSON.parse(line))
  expect(reported).toMatchObject([{ level: 20, msg: 'a request was broken off' }])
})
