import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { onceAMinute } from '../runtime/repeat.ts'
import { networkOf } from './network-address.ts'

/** Browsers and proxies do not pipeline. A waiting request takes 100 kB, 20 times as much as an answer on its way. */
const MOST_UNANSWERED = 2
/** 500 browsers have six connections each; with their files a limit of 10,000 is never reached. */
const MOST_CONNECTIONS = 3000
/** 80 browsers fit behind one address; a flood of several addresses is a proxy's task. */
const MOST_OF_ONE_ADDRESS = 500

/** Node starts all requests that arrive together, and keeps their answers in memory until the client reads them. */
export function limitPipelining() {
  const unanswered = new WeakMap<Socket, number>()

  return ({ socket }: IncomingMessage, response: ServerResponse): boolean => {
    const waiting = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, waiting)
    if (waiting > MOST_UNANSWERED) {
      socket.destroy()
      return false
    }
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    return true
  }
}

/** Behind a proxy all visitors share its address, so the proxy limits them. */
export function limitConnections(
  server: Server,
  { log, isProxied }: { log: FastifyBaseLogger; isProxied: boolean },
): void {
  const warn = onceAMinute(() => log.warn({ most: MOST_CONNECTIONS }, 'too many connections, new ones are closed'))
  server.maxConnections = MOST_CONNECTIONS
  server.on('drop', warn)
  if (!isProxied) server.on('connection', limitOfOneAddress())
}

function limitOfOneAddress(): (socket: Socket) => void {
  const open = new Map<string, number>()
  return socket => {
    const address = networkOf(socket.remoteAddress ?? '') ?? ''
    const count = (open.get(address) ?? 0) + 1
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (count > MOST_OF_ONE_ADDRESS) socket.destroy()
  }
}

const LIMIT_MS = 4000

/** Clients are not waited for: after the limit every connection ends, open streams included. */
export function createDraining() {
  const servers = new Set<Server>()
  const unanswered = new Set<ServerResponse>()
  let isDraining = false
  let limit: NodeJS.Timeout | undefined

  return {
    add(server: Server): Server {
      servers.add(server)
      return server
    },

    prepare(response: ServerResponse): void {
      if (isDraining) response.shouldKeepAlive = false
    },

    follow(response: ServerResponse): void {
      unanswered.add(response)
      response.once('close', () => unanswered.delete(response))
    },

    begin(): void {
      isDraining = true
      for (const response of unanswered) response.shouldKeepAlive = false
      limit = setTimeout(() => {
        for (const server of servers) server.closeAllConnections()
      }, LIMIT_MS)
    },

    end(): void {
      clearTimeout(limit)
    },
  }
}

export type Draining = ReturnType<typeof createDraining>
