import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from '../src/operate/queues.ts'
import { connect } from '../src/platform/database/database.ts'
import { startEmbeddedDatabase } from '../src/platform/database/embedded/embedded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database; tests clone it and never change it. */
    templateUrl: string
    /** Removed after the run. */
    folder: string
    /** The files of a web app without any. */
    webFolder: string
  }
}

const settings = {
  // Each worker has several shops of ten connections, which stay open for 30 seconds after their last query.
  max_connections: '1000',
  // PostgreSQL plans a statement anew for its first five calls, and connections of tests make few more.
  plan_cache_mode: 'force_generic_plan',
  // The data is discarded, so the background writer need not write pages, and its log may be short.
  max_wal_size: '128MB',
  bgwriter_lru_maxpages: '0',
}

/** One real PostgreSQL for the whole run, without fsync because its data is discarded. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'mela-test-'))
  const server = await startEmbeddedDatabase({ dataDir: join(folder, 'database'), fsync: false, settings })
  const { db, close } = connect(server.url)
  await prepareDatabase(db)
  await close()
  project.provide('templateUrl', server.url)
  project.provide('folder', folder)
  project.provide('webFolder', await emptyWebApp(folder))

  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function emptyWebApp(folder: string): Promise<string> {
  const webFolder = join(folder, 'web')
  await mkdir(join(webFolder, 'assets'), { recursive: true })
  return webFolder
}
