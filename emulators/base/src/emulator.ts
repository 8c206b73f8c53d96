import type { FaultShapes } from './faults.ts'
import type { Store, Tables } from './store.ts'
import type { Tickets } from './tickets.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** The context of every route of every emulator. */
export interface BaseEmulator {
  /** The provider's name, as pages show it. */
  provider: string
  url: string
  /** The page on which buyers approve. */
  approvalPath: string
  now: () => Date
  store: Store<Tables>
  faultShapes: FaultShapes
  webhookSender: WebhookSender
  formTokens: Tickets
  /** Aborted when the emulator stops, which ends all waits. */
  closing: AbortController
}
