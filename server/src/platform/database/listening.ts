import type pg from 'pg'
import { repeat } from '../runtime/repeat.ts'

const LISTENER = 'mela listens'
const LISTENERS = `select pid || ' ' || backend_start as listener from pg_stat_activity
  where datname = current_database() and application_name = '${LISTENER}'`

/** `pg` reads this from a query, though its types know it on connections only. */
const within = (ms: number) => ({ query_timeout: ms })

/** No payload: notifications may have been missed. */
type Listen = (payload?: string) => void

/**
 * Listens on these channels over one connection. While the connection is lost, notifications may be missed, so each
 * channel gets a gap call after the reconnect; until then cached pages stay in use (docs/decisions/0020). A silent
 * connection looks idle, so it is probed at an interval. Each channel also gets a gap call when another listener is
 * gone: a killed instance may not have sent the notices of its committed changes (docs/decisions/0016).
 */
export async function listen(
  pool: pg.Pool,
  channels: Record<string, Listen>,
  { retryMs = 1000, heartbeatMs = 30_000, answerMs = 5000 } = {},
): Promise<{ stop(): void }> {
  let stopped = false
  let client: pg.PoolClient | undefined
  let triedAt = Number.NEGATIVE_INFINITY
  let others: string[] = []

  async function listen() {
    const next = await pool.connect()
    try {
      next.on('notification', ({ channel, payload }) => channels[channel]?.(payload))
      await next.query({ text: `set application_name = '${LISTENER}'`, ...within(answerMs) })
      others = await present(next)
      for (const channel of Object.keys(channels)) {
        await next.query({ text: `listen ${channel}`, ...within(answerMs) })
      }
    } catch (error) {
      next.release(true)
      throw error
    }
    if (stopped) return next.release(true)
    next.on('error', () => lose(next))
    client = next
  }

  async function present(client: pg.PoolClient): Promise<string[]> {
    const { rows } = await client.query({ text: LISTENERS, ...within(answerMs) })
    return rows.map(({ listener }) => listener)
  }

  function missSome() {
    for (const listen of Object.values(channels)) listen()
  }

  /** An error and an unanswered probe may report the same loss. */
  function lose(lost: pg.PoolClient) {
    if (client !== lost) return
    client = undefined
    lost.release(true)
    comeBack()
  }

  async function probe() {
    const asked = client
    const now = asked && (await present(asked).catch(() => lose(asked)))
    if (!now) return
    if (others.some(other => !now.includes(other))) missSome()
    others = now
  }

  /** At once after a long while, so that other instances' changes are shown; a connection that breaks each time waits. */
  function comeBack() {
    if (stopped) return
    const wait = Math.max(0, triedAt + retryMs - performance.now())
    setTimeout(() => {
      triedAt = performance.now()
      listen().then(missSome, comeBack)
    }, wait).unref()
  }

  await listen()
  const heart = repeat(heartbeatMs, probe)
  return {
    stop() {
      stopped = true
      void heart.close()
      const listening = client
      // A connection that breaks during its release must not be released twice.
      client = undefined
      listening?.release(true)
    },
  }
}
