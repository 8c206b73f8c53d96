import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach } from 'vitest'

interface Received {
  headers: IncomingHttpHeaders
  raw: string
  event: ReturnType<typeof JSON.parse>
}

/** A shop that receives webhooks: it records each and answers the statuses in turn, then 200. */
export function useListener() {
  const received: Received[] = []
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    const raw = await text(request)
    received.push({ headers: request.headers, raw, event: JSON.parse(raw) })
    response.writeHead(answers.shift() ?? 200).end()
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  beforeEach(() => {
    received.length = 0
    answers.length = 0
  })
  afterAll(() => server.close())

  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const types = () => received.map(({ event }) => String(event.event_type))
  const first = () => {
    const [first] = received
    if (!first) throw new Error('No webhook has arrived.')
    return first
  }
  return { received, first, answers, url, types }
}
