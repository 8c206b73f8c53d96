import { type Expression, type SqlBool, sql } from 'kysely'

/** Ids sort by time, so their index is used; both days are included. */
export function withinDays(
  id: Expression<string>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Expression<SqlBool>[] {
  const since = from && sql<SqlBool>`${id} >= ${firstIdOf(from, 0)}`
  const until = to && sql<SqlBool>`${id} < ${firstIdOf(to, 1)}`
  return [since, until].filter(condition => typeof condition === 'object')
}

const firstIdOf = (day: string, later: 0 | 1) => firstIdAt(midnight(day, later))

/** A subselect is evaluated once per statement. */
export const timeZone = sql`(select shop_time_zone())`

function firstIdAt(moment: Expression<unknown>) {
  const milliseconds = sql`greatest(0, extract(epoch from ${moment}) * 1000)::bigint`
  return sql<string>`rpad(lpad(to_hex(${milliseconds}), 12, '0'), 24, '0')`
}

export const midnight = (day: string, later: 0 | 1) =>
  sql<Date>`((${day}::date + ${later}::integer)::timestamp at time zone ${timeZone})`

/** The last second of the moment's day, which an email can name as the last day. */
export const endOfDay = (moment: Expression<unknown>) =>
  sql<Date>`((((${moment}) at time zone ${timeZone})::date + 1)::timestamp at time zone ${timeZone} - interval '1 second')`

/** Today is the last of these days. */
export const beginOfLastDays = (days: number) =>
  sql<Date>`(((now() at time zone ${timeZone})::date - ${days - 1}::integer)::timestamp at time zone ${timeZone})`

export const firstIdOfLastDays = (days: number) => sql<string>`(select ${firstIdAt(beginOfLastDays(days))})`

/** A time as it is sent: UTC, with milliseconds. */
export const isoTime = <Time extends string | null = string>(column: string) =>
  sql<Time>`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
