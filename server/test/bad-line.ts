import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A fault of one request: it never arrives, its answer gets lost, or another server answers. */
export type Fault = 'lost request' | 'lost answer' | { status: number; body?: object }

/** A proxy to a server that fails on demand and counts its requests. */
export async function openBadLine(target: string) {
  const faults: { path: RegExp; fault: Fault }[] = []
  const carried: string[] = []

  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const path = `${request.method} ${request.url}`
    carried.push(path)
    const next = faults.findIndex(fault => fault.path.test(path))
    const fault = next < 0 ? undefined : faults.splice(next, 1)[0]?.fault
    if (fault === 'lost request') return void request.socket.destroy()
    if (typeof fault === 'object') return void answer(response, fault.status, JSON.stringify(fault.body ?? {}))

    const reply = await fetch(target + request.url, forwarded(request, body))
    const text = await reply.text()
    if (fault === 'lost answer') return void request.socket.destroy()
    answer(response, reply.status, text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: new URL(`http://127.0.0.1:${port}`),
    /** Fails the next request to this path; given twice, the next two. */
    fail: (path: RegExp, fault: Fault) => void faults.push({ path, fault }),
    count: (path: RegExp) => carried.filter(request => path.test(request)).length,
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

function forwarded({ method = 'GET', headers }: IncomingMessage, body: Buffer<ArrayBuffer>): RequestInit {
  const names = ['authorization', 'content-type', 'paypal-request-id', 'prefer']
  const sent = names.flatMap(name => (headers[name] === undefined ? [] : [[name, String(headers[name])]]))
  return { method, headers: Object.fromEntries(sent), ...(body.length > 0 && { body }) }
}

function answer(response: ServerResponse, status: number, body: string) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}
