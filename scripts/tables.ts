import { readFileSync, writeFileSync } from 'node:fs'

/** Writes `tables.ts`, the types of the tables in schema.sql. What the schema does not tell stands in column-types.ts. */
const folder = new URL('../server/src/platform/database/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')

const TYPES: Record<string, string> = {
  object_id: 'string',
  text: 'string',
  uuid: 'string',
  interval: 'string',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  real: 'number',
  double: 'number',
  boolean: 'boolean',
  date: 'Date',
  timestamptz: 'Date',
  bytea: 'Buffer',
  'text[]': 'string[]',
  'integer[]': 'number[]',
}

const told = new Set([...read('column-types.ts').matchAll(/^ {2}'([a-z_.]+)':/gm)].map(([, name]) => name))
const statements = read('schema.sql').matchAll(/^create table ([a-z_]+) \(\n(.*?)^\)/gms)
const tables = [...statements].map(
  ([, table = '', body = '']) => `  ${table}: {\n${columnsOf(table, body).join('')}  }\n`,
)

function columnsOf(table: string, body: string): string[] {
  return [...body.matchAll(/^ {2}(?!constraint )"?([a-z_]+)"? ([a-z_]+(?:\[\])?)(.*)$/gm)].map(
    ([, column = '', type = '', rest = '']) => `    ${column}: ${typeOf(`${table}.${column}`, type, rest)}\n`,
  )
}

function typeOf(name: string, type: string, rest: string): string {
  const known = told.has(name) && `ColumnTypes['${name}']`
  const hasDefault = rest.includes(' default ')
  const none = / not null| primary key| generated always/.test(rest) ? '' : ' | null'
  if (type === 'json' || type === 'jsonb')
    return `JSONColumnType<${known || 'unknown'}${hasDefault ? ', string | undefined, string' : ''}>${none}`
  if (known) return known
  const words = / check \([a-z_]+ in \((.*?)\)\)/.exec(rest)?.[1]?.replaceAll(',', ' |')
  const value = words ?? TYPES[type]
  if (value === undefined) throw new Error(`scripts/tables.ts does not know the type ${type} of ${name}.`)
  if (rest.includes(' generated always ')) return `GeneratedAlways<${value}${none}>`
  return hasDefault ? `Generated<${value}${none}>` : value + none
}

writeFileSync(
  new URL('tables.ts', folder),
  `// Written by scripts/tables.ts from schema.sql.
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export interface Tables {
${tables.join('')}}
`,
)
