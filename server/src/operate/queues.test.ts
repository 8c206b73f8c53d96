import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { connect } from '../platform/database/database.ts'
import { prepareDatabase } from './queues.ts'

const shop = startShop()

it('prepares an empty database once when several first instances start at the same time', async () => {
  const name = 'prepared_by_several'
  const own = new URL(shop.databaseUrl.replace('@/', '@localhost/')).pathname.slice(1)
  await sql.raw(`create database ${name}`).execute(shop.db)
  const instances = [1, 2, 3].map(() => connect(shop.databaseUrl.replace(`/${own}`, `/${name}`)))

  const results = await Promise.allSettled(instances.map(({ db }) => prepareDatabase(db)))

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  const queues = await sql`select name from pgboss.queue`.execute(instances[0]?.db ?? shop.db)
  expect(queues.rows).toHaveLength(9)
  for (const { close } of instances) await close()
  await sql.raw(`drop database ${name}`).execute(shop.db)
})
