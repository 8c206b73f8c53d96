import { type Expression, type SqlBool, sql } from 'kysely'

/** Whether a text in lower case holds every word of a keyword, taken literally (DECISIONS B93). */
export function holdsWords(text: Expression<string>, keyword: string): Expression<SqlBool>[] {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  return words.map(word => sql<SqlBool>`${text} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`)
}
