import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'

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

/** The type that the driver gives a value; a name of the contract is one of several texts. */
function valueType(declared: string): string {
  const [, inner = declared] = declared.match(/^(?:Generated|GeneratedAlways)<(.*)>$/) ?? []
  const type = inner.replace(' | null', '').replace('CreatedAt', 'Date')
  if (/^(JSONColumnType|ColumnType)</.test(type)) return 'json'
  return ['boolean', 'number', 'Date', 'Buffer', 'string[]', 'number[]'].includes(type) ? type : 'string'
}

const valueTypes: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  date: 'Date',
  timestamptz: 'Date',
  bytea: 'Buffer',
  jsonb: 'json',
  interval: 'string',
  uuid: 'string',
  xid8: 'string',
  text: 'string',
  _text: 'string[]',
  _int4: 'number[]',
}

it('gives each column the type of its values', async () => {
  const { rows } = await sql<{ name: string; type: string }>`
    select table_name || '.' || column_name as name, udt_name as type
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%' order by 1`.execute(shop.db)

  const types = new Map((await declared()).map(({ name, type }) => [name, valueType(type)]))
  expect(rows.map(({ name }) => `${name} ${types.get(name)}`)).toEqual(
    rows.map(({ name, type }) => `${name} ${valueTypes[type] ?? type}`),
  )
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
