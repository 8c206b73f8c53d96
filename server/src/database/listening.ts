import type pg from 'pg'

/** `pg` reads this from a query, though its types know it of connections alone. */
const within = (ms: number) => ({ query_timeout: ms })

/** Gets what was announced, or nothing when something may have been missed. */
export type Listen = (payload?: string) => void

/**
 * Listens to what the database announces on these channels, over one connection. While that is lost there may be news that
 * are missed, so each channel hears of a gap once it is back; until then pages from memory go on (docs/decisions/0020). A
 * connection that fell silent looks like one without news, so it has to answer a question now and then.
 */
export async function listen(
  pool: pg.Pool,
  channels: Record<string, Listen>,
  { retryMs = 1000, heartbeatMs = 30_000, answerMs = 5000 } = {},
): Promise<{ stop(): void }> {
  let stopped = false
  let client: pg.PoolClient | undefined

  async function listen() {
    const next = await pool.connect()
    try {
      next.on('notification', ({ channel, payload }) => channels[channel]?.(payload))
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
    beat(next)
  }

  function missSome() {
    for (const listen of Object.values(channels)) listen()
  }

  /** An error and a question without an answer may tell of the same loss. */
  function lose(lost: pg.PoolClient) {
    if (client !== lost) return
    client = undefined
    lost.release(true)
    comeBack()
  }

  function beat(asked: pg.PoolClient) {
    setTimeout(() => {
      if (client !== asked) return
      const question = { text: 'select 1', ...within(answerMs) }
      asked.query(question).then(
        () => beat(asked),
        () => lose(asked),
      )
    }, heartbeatMs).unref()
  }

  function comeBack() {
    if (stopped) return
    setTimeout(() => listen().then(missSome, comeBack), retryMs).unref()
  }

  await listen()
  return {
    stop() {
      stopped = true
      const listening = client
      // A connection that breaks while it is given back must not be given back twice.
      client = undefined
      listening?.release(true)
    },
  }
}
