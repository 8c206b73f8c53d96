import cluster from 'node:cluster'
import { join } from 'node:path'
import type pg from 'pg'
import { buildApp } from './app.ts'
import { prepareCommonPasswords } from './auth/passwords/common-passwords.ts'
import { connect, REQUEST_MS } from './database/database.ts'
import { catalogChanges } from './database/invalidation.ts'
import { listen } from './database/listening.ts'
import { openReadReplica } from './database/read-replica.ts'
import { gatewaysOf } from './gateways/gateways.ts'
import type { OpenGateway } from './gateways/open-gateway.ts'
import { createLog } from './http/standard-output.ts'
import { openRequestCounts } from './limits/request-counts.ts'
import { requestCountsChannel, shareCounts } from './limits/share-counts.ts'
import { liveEventsChannel } from './live/live-events.ts'
import { lostAccessChannel } from './live/lost-access.ts'
import { folderStore } from './media/file-store.ts'
import { loadWebApp } from './pages/web-app.ts'
import type { Part } from './runtime/closing.ts'
import type { Env } from './runtime/env.ts'
import { loadAhead } from './runtime/load-ahead.ts'

/**
 * Each worker has a socket of its own at the same port, and the system distributes connections. If the first process
 * accepted a connection and handed it to a worker that dies, the connection would neither be answered nor closed. Where
 * reusePort is not available, the workers share the first process's socket.
 */
const OF_WORKERS = process.platform === 'linux' ? { exclusive: true, reusePort: true } : {}

interface Instance {
  env: Env
  databaseUrl: string
  /** Connections for requests. */
  poolSize: number
  /** Has the connection that listens, without a limit for statements. */
  pool: pg.Pool
  payments: OpenGateway
}

/** Answers requests in this process, at `address`. */
export async function serve(instance: Instance): Promise<Part & { address: string }> {
  const { env, databaseUrl, poolSize, pool, payments } = instance
  // Requests have connections of their own, with a limit for each statement.
  const { db, close } = connect(databaseUrl, { answerMs: REQUEST_MS, poolSize })
  const isShared = hasOthers(env)
  const requestCounts = openRequestCounts({ isShared })
  const event = await listen(pool, {
    ...catalogChanges,
    ...liveEventsChannel,
    ...lostAccessChannel,
    ...requestCountsChannel(requestCounts),
  })
  // The replica is opened after the listening connection, so that every change is seen by one of them.
  const { databaseReadUrl } = env
  const replica = databaseReadUrl ? openReadReplica(databaseReadUrl, db, { poolSize, log: createLog(env) }) : undefined
  const [files, web] = [await folderStore(join(env.dataDir, 'media')), await loadWebApp()]
  const app = await buildApp({ db, replica, env, files, gateways: gatewaysOf(payments.gateway), web, requestCounts })
  const sharing = isShared ? shareCounts(db, requestCounts) : undefined
  const address = await app.listen({ host: env.host, port: env.port, ...(cluster.isWorker && OF_WORKERS) })
  void loadAhead([payments.gateway.prepare, prepareCommonPasswords], app.log)
  return {
    address,
    async close() {
      await app.close()
      await sharing?.close()
      event.stop()
      await replica?.close()
      await close()
    },
  }
}

/** Without limits there is nothing to share. */
const hasOthers = ({ databaseUrl, workers, limits }: Env) => !!limits && (databaseUrl !== undefined || workers > 1)
