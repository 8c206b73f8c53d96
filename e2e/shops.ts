import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const WORKERS = Number(process.env.E2E_WORKERS ?? 2)
const FIRST_PORT = Number(process.env.E2E_PORT ?? 3100)
// The configuration is read again in every worker; the shops are started once, by the first reader.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'mela-e2e-'))

/** A shop of its own for each worker, so that no test meets what another one beside it does. */
export const shops = Array.from({ length: WORKERS }, (_, worker) => ({
  port: FIRST_PORT + 5 * worker,
  url: `http://localhost:${FIRST_PORT + 5 * worker}`,
  dataDir: join(process.env.E2E_DATA_DIR ?? '', String(worker)),
}))

export function shopOf(worker: number) {
  const shop = shops[worker]
  if (!shop) throw new Error(`There are ${shops.length} shops, and none for worker ${worker}.`)
  return shop
}
