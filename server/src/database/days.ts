import { type DayRange, SHOP_TIME_ZONE } from '@mela/contract'
import { type Expression, type SqlBool, sql } from 'kysely'

/** That an id was given within these days of the shop's calendar, both included: ids sort by time, so their index finds it. */
export function withinDays(id: Expression<string>, { from, to }: DayRange): Expression<SqlBool>[] {
  const since = from && sql<SqlBool>`${id} >= ${firstIdOf(from, 0)}`
  const until = to && sql<SqlBool>`${id} < ${firstIdOf(to, 1)}`
  return [since, until].filter(condition => typeof condition === 'object')
}

/** The lowest id that the midnight before a day, or before one of the next, can have given. */
const firstIdOf = (day: string, later: 0 | 1) => firstIdAt(midnight(day, later))

/** The lowest id that a moment can have given. */
export function firstIdAt(moment: Expression<unknown>) {
  const milliseconds = sql`greatest(0, extract(epoch from ${moment}) * 1000)::bigint`
  return sql<string>`rpad(lpad(to_hex(${milliseconds}), 12, '0'), 24, '0')`
}

/** When a day of the shop's calendar begins, or one of the next. */
export const midnight = (day: string, later: 0 | 1) =>
  sql<Date>`((${day}::date + ${later}::integer)::timestamp at time zone ${SHOP_TIME_ZONE})`
