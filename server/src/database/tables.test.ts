import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'

const shop = startShop()

interface Column {
  name: string
  type: string
}

/** Every column as the types declare it. */
async function declared(): Promise<Column[]> {
  const source = await readFile(new URL('./tables.ts', import.meta.url), 'utf8')
  const columns = new Map<string, [name: string, type: string][]>()
  for (const [, name = '', body = ''] of source.matchAll(/^(?:export )?interface (\w+) \{\n([^}]*)\n\}/gm)) {
    columns.set(
      name,
      [...body.matchAll(/^ {2}(\w+): (.*)$/gm)].map(([, column = '', type = '']) => [column, type]),
    )
  }
  return (columns.get('Tables') ?? []).flatMap(([table, type]) =>
    (columns.get(type) ?? []).map(([column, type]) => ({ name: `${table}.${column}`, type })),
  )
}

const describeColumn = ({ name, type }: Column) => `${name} ${/\bnull\b/.test(type) ? 'null' : 'not null'}`

it('names the columns of every table, and which of them may be null', async () => {
  const { rows } = await sql<{ text: string }>`
    select table_name || '.' || column_name || case when is_nullable = 'YES' and is_generated = 'NEVER' then ' null' else ' not null' end as text
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'`.execute(shop.db)

  expect((await declared()).map(describeColumn).sort()).toEqual(rows.map(({ text }) => text).sort())
})

it('names the values that a column may have as its check does', async () => {
  const { rows } = await sql<{ name: string; text: string }>`
    select conrelid::regclass || '.' || attname as name, pg_get_constraintdef(pg_constraint.oid) as text
    from pg_constraint join pg_attribute on attrelid = conrelid and conkey = array[attnum] where contype = 'c'`.execute(
    shop.db,
  )
  const valuesIn = (text: string) => [...text.matchAll(/'([^']+)'/g)].map(([, value]) => value).sort()
  const checked = new Map(rows.map(({ name, text }) => [name, valuesIn(text)]))
  const listed = (await declared()).filter(({ name, type }) => checked.has(name) && /(^|<)'/.test(type))

  expect(listed.length).toBeGreaterThan(5)
  for (const { name, type } of listed) expect(valuesIn(type), name).toEqual(checked.get(name))
})
