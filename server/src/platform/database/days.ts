import type { DayRange } from '@mela/contract'
import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * Whether an id was made within these days of the shop's calendar, both included: ids sort by time, so their index is
 * used.
 */
export function withinDays(id: Expression<string>, { from, to }: DayRange): Expression<SqlBool>[] {
  const since = from && sql<SqlBool>`${id} >= ${firstIdOf(from, 0)}`
  const until = to && sql<SqlBool>`${id} < ${firstIdOf(to, 1)}`
  return [since, until].filter(condition => typeof condition === 'object')
}

/** The lowest id from midnight at the start of a day, or of the next. */
const firstIdOf = (day: string, later: 0 | 1) => firstIdAt(midnight(day, later))

/** The time zone of the settings, in a subselect that a statement evaluates once. */
export const timeZone = sql`(select shop_time_zone())`

/** The lowest id of a moment. */
export function firstIdAt(moment: Expression<unknown>) {
  const milliseconds = sql`greatest(0, extract(epoch from ${moment}) * 1000)::bigint`
  return sql<string>`rpad(lpad(to_hex(${milliseconds}), 12, '0'), 24, '0')`
}

/** Midnight at the start of a day of the shop's calendar, or of the next. */
export const midnight = (day: string, later: 0 | 1) =>
  sql<Date>`((${day}::date + ${later}::integer)::timestamp at time zone ${timeZone})`

/** The lowest id of the last days of the shop's calendar, today included; evaluated once per statement. */
export const firstIdOfLastDays = (days: number) =>
  sql<string>`(select ${firstIdAt(sql`(((now() at time zone ${timeZone})::date - ${days - 1}::integer)::timestamp at time zone ${timeZone})`)})`
