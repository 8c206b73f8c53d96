import type pg from 'pg'

/** Gets what was announced, or nothing when something may have been missed. */
export type Hear = (payload?: string) => void

/**
 * Listens to what the database announces on these channels, over one connection. While that is lost there may be news that
 * nobody hears, so each channel hears of a gap when it breaks and again when it is back.
 */
export async function hear(
  pool: pg.Pool,
  channels: Record<string, Hear>,
  { retryMs = 1000 } = {},
): Promise<{ stop(): void }> {
  let stopped = false
  let client: pg.PoolClient | undefined

  async function listen() {
    client = await pool.connect()
    client.on('notification', ({ channel, payload }) => channels[channel]?.(payload))
    client.on('error', lose)
    for (const channel of Object.keys(channels)) await client.query(`listen ${channel}`)
  }

  function missSome() {
    for (const hear of Object.values(channels)) hear()
  }

  function lose() {
    client?.release(true)
    client = undefined
    missSome()
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
