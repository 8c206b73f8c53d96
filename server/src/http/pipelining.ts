import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyBaseLogger } from 'fastify'
import { onceAMinute } from './once-a-minute.ts'

/**
 * Browsers and proxies wait for an answer before they ask again on the same connection. A request that waits behind
 * another one takes 100 kB and its file, 20 times as much as one whose answer is on its way.
 */
const MOST_UNANSWERED = 2
/**
 * 500 browsers without a proxy in front, each with six of them; a proxy keeps fewer. Each takes an open file, and up to two
 * more while its requests are answered: a system that allows a process 10,000 never runs out.
 */
const MOST_CONNECTIONS = 3000
/** 80 browsers behind one address; more than a few such addresses are a flood, which a proxy in front has to keep away. */
const MOST_OF_ONE_ADDRESS = 500

/**
 * Bounds how many requests of one connection wait for their answers: Node begins all that arrive together, and keeps
 * their answers in memory until the client reads them. A connection with more is cut; false for what it still sends.
 */
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

/**
 * Closes connections beyond the limits when they are opened, so that files and memory are left for the others. Behind a
 * proxy all of them have its address, and it limits those of its visitors.
 */
export function limitConnections(
  server: Server,
  { log, isProxied }: { log: FastifyBaseLogger; isProxied: boolean },
): void {
  const tell = onceAMinute(() => log.warn({ most: MOST_CONNECTIONS }, 'too many connections, new ones are closed'))
  server.maxConnections = MOST_CONNECTIONS
  server.on('drop', tell)
  if (!isProxied) server.on('connection', limitOfOneAddress())
}

function limitOfOneAddress(): (socket: Socket) => void {
  const open = new Map<string, number>()
  return socket => {
    const address = normalizeIP(socket.remoteAddress ?? '')
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
