import { openGateways } from './payments/gateways/open-gateway.ts'
import { connect } from './platform/database/database.ts'
import { readEnv } from './platform/runtime/env.ts'
import { runUntilStopped } from './platform/runtime/run-until-stopped.ts'
import { reportAddress, workerTask } from './platform/runtime/workers.ts'
import { type ServingTask, serve } from './serve.ts'

/** `main.ts` starts WEB_CONCURRENCY of these processes and does everything else. */
runUntilStopped(async opened => {
  const env = readEnv(process.env)
  const { databaseUrl, poolSize, emulators } = workerTask<ServingTask>()
  const { db, pool, close } = connect(databaseUrl, { poolSize: 2 })
  opened.push({ close })
  const payments = await openGateways(db, env, { running: emulators })
  const served = await serve({ env, databaseUrl, poolSize, pool, payments })
  opened.push(served)
  reportAddress(served.address)
})
