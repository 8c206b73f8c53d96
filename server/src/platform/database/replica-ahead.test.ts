import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openReplicatedDatabase } from '../../../test/replicated-database.ts'
import { checkReplica } from '../../operate/checks.ts'
import { connect } from './database.ts'
import { openReadReplica } from './read-replica.ts'

it('a replica ahead of its primary, whose backup was restored, is not read, and the doctor says so', async () => {
  const restored = await openReplicatedDatabase(async () => {})
  onTestFinished(() => restored.close())
  await restored.restoreAfter(url => write(url, 'create table lost as select generate_series(1, 1000)'))
  const { db, close } = connect(restored.url)
  const log = { info: vi.fn(), warn: vi.fn() }
  const ahead = openReadReplica(restored.replicaUrl, db, { poolSize: 1, log })
  onTestFinished(async () => {
    await ahead.close()
    await close()
  })

  await vi.waitFor(() => expect(log.warn).toHaveBeenCalled())

  expect(log.info).not.toHaveBeenCalled()
  const [finding] = await checkReplica(db, { databaseReadUrl: restored.replicaUrl })
  expect(finding).toMatchObject({ isFine: false, lines: [expect.stringContaining('is ahead of DATABASE_URL')] })
})

async function write(url: string, statement: string) {
  const { db, close } = connect(url)
  await sql.raw(statement).execute(db)
  await close()
}
