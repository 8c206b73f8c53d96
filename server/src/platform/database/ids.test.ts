import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { findIds, newId } from './ids.ts'

const shop = startShop()

const find = (keyword: string, page = 1, size = 2, most?: number) =>
  findIds(
    shop.db,
    { keyword, page, size },
    holds =>
      shop.db
        .selectFrom('media')
        .select('media.id')
        .where(({ and }) => and(holds(sql<string>`lower(media.name)`))),
    { ...(most && { most }) },
  )

async function pictures(...names: string[]) {
  await shop.db.deleteFrom('media').execute()
  const ids: string[] = []
  for (const name of names) ids.unshift((await shop.media({ name })).id)
  return ids
}

describe('a long list', () => {
  it('comes newest first, in pages, with the total', async () => {
    const [third, second, first] = await pictures('One', 'Two', 'Three')

    expect(await find('')).toEqual({ ids: [third, second], total: 3 })
    expect(await find('', 2)).toEqual({ ids: [first], total: 3 })
    expect(await find('', 3)).toEqual({ ids: [], total: 3 })
  })

  it('B93 is filtered by long and short words, all of them, literally', async () => {
    const [percent, kurta] = await pictures('Red kurta', '50%_off')

    expect(await find('KURTA re')).toEqual({ ids: [kurta], total: 1 })
    expect(await find('%_o')).toEqual({ ids: [percent], total: 1 })
    expect(await find('0%')).toEqual({ ids: [percent], total: 1 })
    for (const keyword of ['kurta off', 'k%rta', 'k_rta', '_', '\\', '\\%']) {
      const expected = keyword === '_' ? [percent] : []
      expect([keyword, (await find(keyword)).ids]).toEqual([keyword, expected])
    }
  })

  it('counts up to the paging limit, and stays newest first for common words', async () => {
    const [fifth, fourth, third] = await pictures('Red kurta', 'Red saree', 'Red shoe', 'Red bag', 'Red hat')

    expect(await find('red', 1, 2, 3)).toEqual({ ids: [fifth, fourth], total: 3 })
    expect(await find('red', 2, 2, 3)).toEqual({ ids: [third], total: 3 })
    expect(await find('red', 3, 2, 3)).toEqual({ ids: [], total: 3 })
    expect((await find('', 1, 2, 3)).total).toBe(5)
  })
})

describe('ids', () => {
  it('T273 are 24 hexadecimal characters, all different, in the order they were made', () => {
    const ids = Array.from({ length: 100_000 }, () => newId())

    expect(ids.every(id => /^[0-9a-f]{24}$/.test(id))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual([...ids].sort())
  })
})
