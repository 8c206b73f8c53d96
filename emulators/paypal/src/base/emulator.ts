import type { Certificates } from './certificates.ts'
import type { Store } from './store.ts'
import type { Tickets } from './tickets.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** The context of every route. */
export interface Emulator {
  url: string
  clientId: string
  clientSecret: string
  brand: string
  now: () => Date
  store: Store
  certificates: Certificates
  webhookSender: WebhookSender
  accessTokens: Tickets
  formTokens: Tickets
  /** Keys of unanswered requests with a PayPal-Request-Id. */
  running: Set<string>
  /** Aborted when the emulator stops, which ends all waits. */
  closing: AbortController
}
