import type { Certificates } from './certificates.ts'
import type { Courier } from './courier.ts'
import type { Store } from './store.ts'
import type { Tickets } from './tickets.ts'

/** Everything a route needs to know. */
export interface Emulator {
  url: string
  clientId: string
  clientSecret: string
  brand: string
  now: () => Date
  store: Store
  certificates: Certificates
  courier: Courier
  accessTokens: Tickets
  formTokens: Tickets
  /** Keys of requests with a PayPal-Request-Id that are not answered yet. */
  running: Set<string>
  /** Aborted when the emulator stops: nobody waits any longer then. */
  closing: AbortController
}
