import type { BaseEmulator } from '@mela/emulator-base/emulator.ts'
import type { Tickets } from '@mela/emulator-base/tickets.ts'
import type { Certificates } from './certificates.ts'
import type { PaypalStore } from './records.ts'

/** The context of every route. */
export interface Emulator extends BaseEmulator {
  clientId: string
  clientSecret: string
  brand: string
  store: PaypalStore
  certificates: Certificates
  accessTokens: Tickets
  /** Keys of unanswered requests with a PayPal-Request-Id. */
  running: Set<string>
}
