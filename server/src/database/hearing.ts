import type pg from 'pg'

/** Gets what was announced, or nothing when something may have been missed. */
export type Hear = (payload?: string) => void

/**
 * Listens to what the database announces on these channels, over one connection. While that is lost there may be news that
 * are missed, so each channel hears of a gap once it is back; until then pages from memory go on (docs/decisions/0020).
 */
export async function hear(
  pool: pg.Pool,
  channels: Record<string, Hear>,
  { retryMs = 1000 } = {},
): Promise<{ stop(): void }> {
  let stopped = false
  let client: pg.PoolClient | undefined

  async function listen() {
    const next = await pool.connect()
    try {
      next.on('notification', ({ channel, payload }) => channels[channel]?.(payload))
      for (const channel of Object.keys(channels)) await next.query(`listen ${channel}`)
    } catch (error) {
      next.release(true)
      throw error
    }
    if (stopped) return next.release(true)
    next.on('error', lose)
    client = next
  }

  function missSome() {
    for (const hear of Object.values(channels)) hear()
  }

  function lose() {
    client?.release(true)
    client = undefined
    comeBack()
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
