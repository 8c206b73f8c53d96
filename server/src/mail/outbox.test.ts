import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { post } from './outbox.ts'

const shop = startShop()

async function lettersTo(user: string) {
  const { rows } = await sql<{ kind: string; retries: number }>`
    select data->>'kind' as kind, retry_limit as retries from pgboss.job
    where name = 'letters' and data->>'user' = ${user}`.execute(shop.db)
  return rows
}

it('keeps a letter that was posted, with the patience of its queue', async () => {
  const { id } = await shop.user()

  await post(shop.db, { kind: 'welcome', user: id })

  expect(await lettersTo(id)).toEqual([{ kind: 'welcome', retries: 20 }])
})

it('posts nothing when what it was about did not happen', async () => {
  const { id } = await shop.user()

  const broken = shop.db.transaction().execute(async db => {
    await post(db, { kind: 'welcome', user: id })
    throw new Error('something else went wrong')
  })

  await expect(broken).rejects.toThrow('something else')
  expect(await lettersTo(id)).toEqual([])
})
