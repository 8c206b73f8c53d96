import { type Funnel, type PaymentMode, type VisitStep, visitSteps } from '@mela/contract'
import { sql } from 'kysely'
import { isCounted } from '../orders/invoices/issue-invoice.ts'
import type { Database } from '../platform/database/database.ts'
import { firstIdOfLastDays, timeZone } from '../platform/database/days.ts'
import { repeat } from '../platform/runtime/repeat.ts'

const FLUSH_MS = 20_000
/** Of one day; invented sources must not fill the table. */
const MOST_SOURCES = 200
const OTHER = 'other'

const today = sql`(now() at time zone ${timeZone})::date`

/** Counts steps of visits in memory, and adds them to the sums of the day every 20 seconds; a killed instance loses those. */
export function openVisitCounts(db: Database) {
  let waiting = new Map<string, Record<VisitStep, number>>()

  function count(step: VisitStep, given: string, times = 1): void {
    const named = sourceOf(given)
    const source = waiting.has(named) || waiting.size < MOST_SOURCES ? named : OTHER
    const counts = waiting.get(source) ?? { ...NONE }
    counts[step] += times
    waiting.set(source, counts)
  }

  /** What could not be written waits for the next time. */
  async function flush(): Promise<void> {
    const taken = waiting
    if (taken.size === 0) return
    waiting = new Map()
    await addCounts(db, taken).catch(error => {
      for (const [source, counts] of taken) for (const step of visitSteps) count(step, source, counts[step])
      throw error
    })
  }

  const flushing = repeat(FLUSH_MS, flush)
  const close = async () => {
    await flushing.close()
    await flush().catch(() => {})
  }
  return { count, flush, close }
}

const NONE: Record<VisitStep, number> = { visit: 0, product: 0, cart: 0, checkout: 0, placed: 0 }

/** 'www.google.com' and 'Google.com' are one source; a text that is no host and no plain word is none. */
function sourceOf(given: string): string {
  const source = given.toLowerCase().replace(/^www\./, '')
  return source === '' || /^[a-z0-9][a-z0-9._-]{0,59}$/.test(source) ? source : OTHER
}

async function addCounts(db: Database, counted: Map<string, Record<VisitStep, number>>): Promise<void> {
  const rows = [...counted].map(([source, counts]) => ({ source, ...counts }))
  await sql`
    insert into visit_counts as present (day, source, visit, product, cart, checkout, placed)
    select ${today}, case when is_known or known < ${MOST_SOURCES} then source else ${OTHER} end as named,
      sum(visit), sum(product), sum(cart), sum(checkout), sum(placed)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given (source text, visit int, product int, cart int, checkout int, placed int),
      lateral (select count(*) as known, coalesce(bool_or(visit_counts.source = given.source), false) as is_known
        from visit_counts where day = ${today}) as there
    group by named order by named
    on conflict (day, source) do update set visit = present.visit + excluded.visit,
      product = present.product + excluded.product, cart = present.cart + excluded.cart,
      checkout = present.checkout + excluded.checkout, placed = present.placed + excluded.placed`.execute(db)
}

const MOST_SHOWN = 10

const sums = sql`coalesce(sum(visit), 0)::int as visit, coalesce(sum(product), 0)::int as product,
  coalesce(sum(cart), 0)::int as cart, coalesce(sum(checkout), 0)::int as checkout, coalesce(sum(placed), 0)::int as placed`

export async function showFunnel(db: Database, days: number, mode: PaymentMode): Promise<Funnel> {
  const since = sql`${today} - ${days - 1}::int`
  const [byDay, bySource, orders] = await Promise.all([
    sql<Funnel['days'][number]>`
      select to_char(date, 'YYYY-MM-DD') as day, ${sums}
      from generate_series(${since}, ${today}, interval '1 day') as days (date) left join visit_counts on day = date
      group by date order by date`.execute(db),
    sql<Funnel['sources'][number]>`
      select source, ${sums} from visit_counts where day >= ${since}
      group by source order by visit desc, source limit ${sql.lit(MOST_SHOWN)}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from orders
      where id >= ${firstIdOfLastDays(days)} and ${isCounted(mode)}`.execute(db),
  ])
  const total = { ...NONE }
  for (const day of byDay.rows) for (const step of visitSteps) total[step] += day[step]
  return { total, days: byDay.rows, sources: bySource.rows, orders: orders.rows[0]?.count ?? 0 }
}
