import type { Server, ServerResponse } from 'node:http'

/** How long answers in flight have, once the shop is closing, before their connections are cut. */
const LIMIT_MS = 4000

/**
 * Closes servers without waiting for their clients: whoever is answered while the shop closes is asked to leave, and
 * after the limit every connection ends, half a request and an open stream included.
 */
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

    /** For every answer, before its headers are written. */
    prepare(response: ServerResponse): void {
      if (isDraining) response.shouldKeepAlive = false
    },

    /** For answers that take their time. */
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
