import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { type Database, TIMES, type Transaction } from './database.ts'

const OPEN_SHOP = 0x6d656c61
const WAIT_MS = 5000
const RETRY_MS = 250
const ANSWER_MS = 10_000

interface Options {
  /** Several instances may share an external server; a data folder has one shop. */
  isShared: boolean
  /** The previous shop may just be stopping the server. */
  revive?: () => Promise<unknown>
}

interface ShopLock {
  /** The lock still ends with the server or the process, so that no shop opens before this one has closed. */
  release(): void
}

/** The lock ends with its connection, so a killed shop leaves none behind. Undefined when another shop holds it. */
export async function lockShop(url: string, { isShared, revive }: Options): Promise<ShopLock | undefined> {
  let isReleased = false

  async function take(): Promise<boolean> {
    const client = new pg.Client({ connectionString: url, query_timeout: ANSWER_MS, ...TIMES })
    client.on('error', () => {})
    let isTaken = false
    try {
      await client.connect()
      const { rows } = await client.query(`select ${isShared ? SHARED : ALONE}($1) as "isTaken"`, [OPEN_SHOP])
      isTaken = rows[0]?.isTaken === true
    } finally {
      if (!isTaken) await client.end()
    }
    if (isTaken) client.once('end', () => void comeBack())
    return isTaken
  }

  /** The server died and restarts; no other shop may open the folder meanwhile. */
  async function comeBack() {
    while (!isReleased) {
      await delay(RETRY_MS * 4, undefined, { ref: false })
      if (!isReleased && (await take().catch(() => false))) return
    }
  }

  async function takeOrRevive(): Promise<boolean> {
    try {
      return await take()
    } catch (error) {
      if (!revive || Date.now() > giveUpAt) throw error
      await revive()
      return false
    }
  }

  const giveUpAt = Date.now() + WAIT_MS
  while (!(await takeOrRevive())) {
    if (Date.now() > giveUpAt) return undefined
    await delay(RETRY_MS)
  }
  return {
    release() {
      isReleased = true
    },
  }
}

const ALONE = 'pg_try_advisory_lock'
const SHARED = 'pg_try_advisory_lock_shared'

/** True keeps shops from opening until the transaction ends; false while one is open. */
export async function keepShopClosed(db: Transaction): Promise<boolean> {
  const { rows } = await sql<{ isClosed: boolean }>`
    select pg_try_advisory_xact_lock(${OPEN_SHOP}) as "isClosed"`.execute(db)
  return rows[0]?.isClosed === true
}

const PACE_MS = 100

/** The lock has a connection of its own and ends with it, so a killed process leaves none behind. */
export async function alone(db: Database, name: string, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async held => {
    const key = sql`hashtextextended(${name}, 0)`
    const take = sql<{ taken: boolean }>`select pg_try_advisory_lock(${key}) as taken`
    // A statement that waits would keep a snapshot, and an index that is built concurrently waits for old snapshots.
    while (!(await take.execute(held)).rows[0]?.taken) await delay(PACE_MS)
    try {
      await work()
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(held)
    }
  })
}
