import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const WORKERS = Number(process.env.E2E_WORKERS ?? 3)
const FIRST_PORT = Number(process.env.E2E_PORT ?? 3100)
const TEMPORARY = join(tmpdir(), 'mela-e2e-')
// Every worker loads this module; only the first one makes the folder.
process.env.E2E_DATA_DIR ||= mkdtempSync(TEMPORARY)

/** The data of all shops; a folder that the caller named is kept. */
export const dataDir = process.env.E2E_DATA_DIR
export const isKept = !dataDir.startsWith(TEMPORARY)

/** A data folder with the demo's data, of which every shop gets a copy. */
export const prepared = join(dataDir, 'prepared')

/** A shop for each worker, so that parallel tests do not affect each other. */
export const shops = Array.from({ length: WORKERS }, (_, worker) => ({
  port: FIRST_PORT + 5 * worker,
  url: `http://localhost:${FIRST_PORT + 5 * worker}`,
  dataDir: join(dataDir, String(worker)),
}))

export function shopOf(worker: number) {
  const shop = shops[worker]
  if (!shop) throw new Error(`There are ${shops.length} shops, and none for worker ${worker}.`)
  return shop
}
