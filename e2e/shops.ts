import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const WORKERS = Number(process.env.E2E_WORKERS ?? 2)
const FIRST_PORT = Number(process.env.E2E_PORT ?? 3100)
// Every worker reads the configuration again; only the first reader starts the shops.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'mela-e2e-'))

/** A shop for each worker, so that parallel tests do not affect each other. */
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
