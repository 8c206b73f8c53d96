import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How long an instance that did not answer gets no requests, in milliseconds. */
const DOWN_MS = 1000

/**
 * A round-robin proxy: each request goes to the next instance, and an instance that does not answer gets none for a
 * second. The proxy does not repeat a failed request: the client gets 502.
 */
export async function openProxy(ports: () => number[]) {
  const agent = new Agent({ keepAlive: true })
  const downUntil = new Map<number, number>()
  let turn = 0

  function next(): number {
    const all = ports()
    const up = all.filter(port => (downUntil.get(port) ?? 0) < Date.now())
    const choice = up.length > 0 ? up : all
    return choice[turn++ % choice.length] ?? 0
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const port = next()
    const { url: path, method, headers } = incoming
    const forwarded = request({ host: '127.0.0.1', port, path, method, headers, agent }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      answer.once('error', () => outgoing.destroy())
    })
    forwarded.once('error', () => {
      downUntil.set(port, Date.now() + DOWN_MS)
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end()
    })
    incoming.pipe(forwarded)
  }

  const server = createServer(pass)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
