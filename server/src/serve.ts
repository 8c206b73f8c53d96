import cluster from 'node:cluster'
import { join } from 'node:path'
import type pg from 'pg'
import { buildApp } from './app.ts'
import { folderStore } from './media/file-store.ts'
import type { EmulatorPlace, OpenGateways } from './payments/gateways/open-gateway.ts'
import { prepareCommonPasswords } from './people/passwords.ts'
import { connect } from './platform/database/database.ts'
import { catalogChanges } from './platform/database/invalidation.ts'
import { listen } from './platform/database/listening.ts'
import { openReadReplica } from './platform/database/read-replica.ts'
import { createLog } from './platform/http/standard-output.ts'
import { openRequestCounts, requestCountsChannel, shareCounts } from './platform/limits/request-counts.ts'
import { liveChannels } from './platform/live/live-events.ts'
import type { Env } from './platform/runtime/env.ts'
import type { Part } from './platform/runtime/run-until-stopped.ts'
import { loadWebApp } from './storefront/web-app.ts'

/** A worker that dies would take connections that were handed to it, so each has a socket at the port. */
const OF_WORKERS = process.platform === 'linux' ? { exclusive: true, reusePort: true } : {}

/** What the first process tells a worker. */
export interface ServingTask {
  databaseUrl: string
  poolSize: number
  emulators: EmulatorPlace['running']
}

/** Milliseconds that a request or a rendered page waits for one statement. */
const REQUEST_MS = 25_000

interface Instance {
  env: Env
  databaseUrl: string
  poolSize: number
  /** The listening connection has no limit for statements. */
  pool: pg.Pool
  payments: OpenGateways
}

export async function serve(instance: Instance): Promise<Part & { address: string }> {
  const { env, databaseUrl, poolSize, pool, payments } = instance
  // Requests have connections of their own, with a limit for each statement.
  const { db, close } = connect(databaseUrl, { answerMs: REQUEST_MS, poolSize })
  const isShared = hasOthers(env)
  const requestCounts = openRequestCounts({ isShared })
  const event = await listen(pool, {
    ...catalogChanges,
    ...liveChannels,
    ...requestCountsChannel(requestCounts),
  })
  // The replica is opened after the listening connection, so that every change is seen by one of them.
  const { databaseReadUrl } = env
  const replica = databaseReadUrl ? openReadReplica(databaseReadUrl, db, { poolSize, log: createLog(env) }) : undefined
  const [files, web] = [await folderStore(join(env.dataDir, 'media')), await loadWebApp()]
  const app = await buildApp({ db, replica, env, files, gateways: payments.gateways, web, requestCounts })
  const sharing = isShared ? shareCounts(db, requestCounts) : undefined
  const address = await app.listen({ host: env.host, port: env.port, ...(cluster.isWorker && OF_WORKERS) })
  // The first password waits for less; what fails here is loaded when it is needed.
  void prepareCommonPasswords().catch(() => {})
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

/** There is nothing to share where there are no limits. */
const hasOthers = ({ databaseUrl, workers, limits }: Env) => !!limits && (databaseUrl !== undefined || workers > 1)
