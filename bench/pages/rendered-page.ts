import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../../server/src/app.ts'
import { folderStore } from '../../server/src/media/file-store.ts'
import { openGateways } from '../../server/src/payments/gateways/open-gateway.ts'
import { connect } from '../../server/src/platform/database/database.ts'
import { readEnv } from '../../server/src/platform/runtime/env.ts'
import { loadWebApp } from '../../server/src/storefront/web-app.ts'
import type { Result } from '../fixtures/open-shop.ts'

const PAGES = 300
/** Pages to render before the measurement, for the JIT compiler: a real shop runs for days. */
const WARM_UP = 1200

/** CPU time, of all threads, to render an uncached page: API calls, React, no compression. */
export async function renderedPage(databaseUrl: string, name: string, path: string, limitMs?: number): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'mela-render-'))
  const { db, close } = connect(databaseUrl)
  const env = readEnv({ LOG_LEVEL: 'error', DATA_DIR: folder })
  const payments = await openGateways(db, env, { port: 0 })
  const web = await loadWebApp()
  const app = await buildApp({ db, env, files: await folderStore(folder), gateways: payments.gateways, web })
  await app.ready()

  const render = () => web.render(`http://localhost${path}`)
  for (let warmUp = 0; warmUp < WARM_UP; warmUp++) await render()
  const before = process.cpuUsage()
  for (let page = 0; page < PAGES; page++) await render()
  const { user, system } = process.cpuUsage(before)

  await app.close()
  await payments.close()
  await close()
  await rm(folder, { recursive: true, force: true })

  const ms = (user + system) / 1000 / PAGES
  return {
    name: `CPU to render ${name}`,
    figure: `${ms.toFixed(2)} ms`,
    ...(limitMs && { limit: `${limitMs} ms`, holds: ms < limitMs }),
  }
}
