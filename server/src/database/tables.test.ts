import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'

const shop = startShop()

/** `table.column type`, as the types declare it. */
async function declared(): Promise<string[]> {
  const source = await readFile(new URL('./tables.ts', import.meta.url), 'utf8')
  const columns = new Map<string, [name: string, type: string][]>()
  for (const [, name = '', body = ''] of source.matchAll(/^(?:export )?interface (\w+) \{\n([^}]*)\n\}/gm)) {
    columns.set(
      name,
      [...body.matchAll(/^ {2}(\w+): (.*)$/gm)].map(([, column = '', type = '']) => [column, type]),
    )
  }
  return (columns.get('Tables') ?? [])
    .flatMap(([table, type]) => (columns.get(type) ?? []).map(([column, type]) => describeColumn(table, column, type)))
    .sort()
}

const describeColumn = (table: string, column: string, type: string) =>
  `${table}.${column} ${/\bnull\b/.test(type) ? 'null' : 'not null'}`

it('names the columns of every table, and which of them may be null', async () => {
  const { rows } = await sql<{ text: string }>`
    select table_name || '.' || column_name || case when is_nullable = 'YES' and is_generated = 'NEVER' then ' null' else ' not null' end as text
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'`.execute(shop.db)

  expect(await declared()).toEqual(rows.map(({ text }) => text).sort())
})
