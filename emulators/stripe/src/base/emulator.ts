import type { BaseEmulator } from '@mela/emulator-base/emulator.ts'
import type { StripeStore } from './records.ts'

/** The context of every route. */
export interface Emulator extends BaseEmulator {
  secretKey: string
  webhookSecret: string
  brand: string
  store: StripeStore
  /** Idempotency keys of unanswered requests. */
  running: Set<string>
}

/** The account of the keys. */
export const ACCOUNT = 'acct_1EmulatorOfMela0'
