import { connect, type Socket } from 'node:net'

const CONNECTIONS = 32

/**
 * Requests per second of one address whose answers are all of one length. It counts bytes and reads no headers, because a
 * client that parses answers is slower than the servers measured here, and would measure itself.
 */
export async function requestsPerSecond(url: string, seconds: number, encoding: string): Promise<number> {
  const { hostname, port, host, pathname } = new URL(url)
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: ${encoding}\r\n\r\n`)
  const length = await answerLength(hostname, Number(port), request)

  let answers = 0
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect(Number(port), hostname)
    let received = 0
    socket.on('data', ({ length: bytes }) => {
      received += bytes
      if (received < length) return
      if (received > length) throw new Error(`${url} answered ${received} bytes where ${length} were expected.`)
      received = 0
      answers++
      socket.write(request)
    })
    socket.write(request)
    return socket
  })

  const started = performance.now()
  await new Promise(resolve => setTimeout(resolve, seconds * 1000))
  const elapsed = (performance.now() - started) / 1000
  for (const socket of sockets) socket.destroy()
  return answers / elapsed
}

/** Of head and body together; throws unless the answer is a 200 that says its length. */
async function answerLength(hostname: string, port: number, request: Buffer): Promise<number> {
  const socket = connect(port, hostname)
  socket.write(request)
  const head = await headOf(socket)
  socket.destroy()
  const contentLength = /content-length: (\d+)/i.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200') || !contentLength) throw new Error(`Unexpected answer: ${head}`)
  return Buffer.byteLength(head) + 4 + Number(contentLength)
}

async function headOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket.setEncoding('latin1')) {
    text += chunk
    const end = text.indexOf('\r\n\r\n')
    if (end >= 0) return text.slice(0, end)
  }
  throw new Error('The connection ended before the answer did.')
}
