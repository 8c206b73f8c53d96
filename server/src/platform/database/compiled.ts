import type { CompiledQuery } from 'kysely'
import type { Database } from './database.ts'

interface Query<Row> {
  compile(): CompiledQuery<Row>
}

/** Building a wide query costs Node as much as running it costs PostgreSQL. `build` may not branch on its arguments. */
export function compiled<Args extends unknown[], Row>(build: (db: Database, ...args: Args) => Query<Row>) {
  let known: { query: CompiledQuery<Row>; places: (number | undefined)[] } | undefined
  return async (db: Database, ...args: Args): Promise<Row[]> => {
    known ??= withPlaces(db, build, args.length)
    const { query, places } = known
    const parameters = query.parameters.map((value, index) => {
      const place = places[index]
      return place === undefined ? value : args[place]
    })
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

function withPlaces<Args extends unknown[], Row>(
  db: Database,
  build: (db: Database, ...args: Args) => Query<Row>,
  count: number,
) {
  const placeholders = Array.from({ length: count }, (_, place) => ({ place }))
  const query = build(db, ...(placeholders as unknown as Args)).compile()
  const places = query.parameters.map(value => {
    const place = placeholders.indexOf(value as (typeof placeholders)[number])
    return place < 0 ? undefined : place
  })
  if (!placeholders.every(({ place }) => places.includes(place)))
    throw new Error('A query does not use all of its arguments.')
  return { query, places }
}
