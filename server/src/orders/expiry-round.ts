import type { Database } from '../database/database.ts'
import { expireOrders } from './expiry.ts'

interface Work {
  db: Database
  log: { error(details: object, message: string): void }
  ttlSeconds: number
}

/** Every minute, and more often for shorter lifetimes. All instances run it; they skip each other's locks. */
export function startExpiryRound({ db, log, ttlSeconds }: Work): { close(): Promise<void> } {
  const pauseMs = Math.min(60_000, ttlSeconds * 500)
  let round = Promise.resolve()
  const timer = setInterval(() => {
    round = round.then(() => expireOrders(db)).catch(err => log.error({ err }, 'unpaid orders could not be cancelled'))
  }, pauseMs)
  return {
    close() {
      clearInterval(timer)
      return round
    },
  }
}
