import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies wait for an answer before they ask again on the same connection. */
const MOST_UNANSWERED = 8

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
