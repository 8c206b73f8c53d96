import type { Server, ServerResponse } from 'node:http'

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
