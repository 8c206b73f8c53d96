import type { Answer, ApiRequest } from '@mela/emulator-base/http.ts'
import type { StripeStore } from '../base/records.ts'

/** Answers an object with what `expand` asks for, such as `payment_intent.latest_charge`. */
export function answerWith(store: StripeStore, body: object, query = new URLSearchParams()): Answer {
  const copy = structuredClone(body)
  for (const path of expandedIn(query)) expand(store, copy, path.split('.'))
  return { status: 200, body: copy }
}

const expandedIn = (query: URLSearchParams) =>
  [...query].flatMap(([name, value]) => (name.startsWith('expand[') ? [value] : []))

function expand(store: StripeStore, body: object, [name = '', ...rest]: string[]) {
  const linked = Reflect.get(body, name)
  const found = typeof linked === 'string' ? structuredClone(findLinked(store, linked)) : linked
  if (!found) return
  Reflect.set(body, name, found)
  if (rest.length > 0) expand(store, found, rest)
}

const findLinked = ({ intents, charges }: StripeStore, id: string) => intents.get(id) ?? charges.get(id)

/** A page of a list, newest first; filters are fields of the query, `created[gte]` is a lower limit. */
export function answerList(rows: { id: string; created: number }[], path: string, { query }: ApiRequest): Answer {
  const filters = [...query].filter(([name]) => !/^(limit|starting_after|expand|created)/.test(name))
  const since = Number(query.get('created[gte]') ?? 0)
  const found = rows
    .filter(row => row.created >= since && filters.every(([name, value]) => Reflect.get(row, name) === value))
    .reverse()
  const start = found.findIndex(({ id }) => id === query.get('starting_after')) + 1
  const limit = Math.min(100, Number(query.get('limit') ?? 10))
  const data = found.slice(start, start + limit)
  return { status: 200, body: { object: 'list', url: path, has_more: found.length > start + limit, data } }
}
