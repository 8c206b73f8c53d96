import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { sendAhead } from './ahead.ts'

const shop = startShop()
const setName = (name: string) =>
  sql`insert into pages (id, slug, title, body) values ('0123456789abcdef01234567', ${name}, 'A', 'B')`.compile(shop.db)
const broken = () => sql`select 1 / ${0}::integer`.compile(shop.db)
const named = async () =>
  (await shop.db.selectFrom('pages').select('slug').where('id', '=', '0123456789abcdef01234567').execute()).map(
    ({ slug }) => slug,
  )

describe('a statement that is sent ahead', () => {
  it('is committed with the transaction', async () => {
    await shop.db.transaction().execute(async db => {
      await sendAhead(db, setName('ahead'))
      expect((await sql`select slug from pages where slug = 'ahead'`.execute(db)).rows).toHaveLength(1)
    })

    expect(await named()).toEqual(['ahead'])
    await sql`delete from pages where slug = 'ahead'`.execute(shop.db)
  })

  it('throws its own error from the next statement, and nothing is committed', async () => {
    const work = shop.db.transaction().execute(async db => {
      await sendAhead(db, setName('gone'))
      await sendAhead(db, broken())
      await sendAhead(db, setName('never'))
      await sql`select 1`.execute(db)
    })

    await expect(work).rejects.toMatchObject({ code: '22012' })
    expect(await named()).toEqual([])
  })

  it('fails the commit, where it is the last', async () => {
    const work = shop.db.transaction().execute(async db => {
      await sendAhead(db, setName('gone'))
      await sendAhead(db, broken())
    })

    await expect(work).rejects.toMatchObject({ code: '22012' })
    expect(await named()).toEqual([])
  })

  it('is refused outside of a transaction', async () => {
    await expect(sendAhead(shop.db, setName('gone'))).rejects.toThrow('in a transaction only')
  })
})
