import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach } from 'vitest'

interface Heard {
  headers: IncomingHttpHeaders
  raw: string
  event: ReturnType<typeof JSON.parse>
}

/** A shop that listens for webhooks: it notes each and answers the statuses in turn, then 200. */
export function useListener() {
  const heard: Heard[] = []
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    const raw = await text(request)
    heard.push({ headers: request.headers, raw, event: JSON.parse(raw) })
    response.writeHead(answers.shift() ?? 200).end()
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  beforeEach(() => {
    heard.length = 0
    answers.length = 0
  })
  afterAll(() => server.close())

  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const types = () => heard.map(({ event }) => String(event.event_type))
  const first = () => {
    const [first] = heard
    if (!first) throw new Error('No webhook has arrived.')
    return first
  }
  return { heard, first, answers, url, types }
}
