import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../src/database/database.ts'
import { startEmbeddedDatabase } from '../src/database/embedded/embedded.ts'
import { prepareDatabase } from '../src/work/queues.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database; tests clone it and never change it. */
    templateUrl: string
  }
}

/** One real PostgreSQL for the whole run, without fsync because its data is discarded. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mela-test-'))
  const server = await startEmbeddedDatabase({ dataDir, database: 'template', fsync: false })
  const { db, close } = connect(server.url)
  await prepareDatabase(db)
  await close()
  project.provide('templateUrl', server.url)

  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
