import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * Writes raw bytes to the listening shop, without a client that would correct them, and reads until the connection
 * ends.
 */
export async function rawCall(app: FastifyInstance, ...lines: string[]): Promise<RawAnswer> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [head = '', ...body] = (await text(socket)).split('\r\n\r\n')
  const [first = '', ...fields] = head.split('\r\n')
  const headers = fields.map(field => {
    const [name = '', ...value] = field.split(': ')
    return [name.toLowerCase(), value.join(': ')]
  })
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), body: body.join('\r\n\r\n') }
}
