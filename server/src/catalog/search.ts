import { type RawBuilder, sql } from 'kysely'

interface Searchable {
  name: string
  description: string
  category: string
}

const words = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** What a product is found by, written in the product's own transaction: the name weighs most. */
export function searchVector({ name, category, description }: Searchable): RawBuilder<string> {
  const weighed = (text: string, weight: string) =>
    sql`setweight(to_tsvector('simple', ${words(text).join(' ')}), ${weight})`
  return sql<string>`${weighed(name, 'A')} || ${weighed(category, 'B')} || ${weighed(description, 'C')}`
}

/** Every word must begin some word of the product (DECISIONS B93); undefined when the keyword holds no word at all. */
export function searchQuery(keyword: string): RawBuilder<boolean> | undefined {
  const found = words(keyword)
  if (found.length === 0) return undefined
  return sql<boolean>`search @@ to_tsquery('simple', ${found.map(word => `'${word}':*`).join(' & ')})`
}
