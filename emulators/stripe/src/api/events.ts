import { announceEvent } from '@mela/emulator-base/events.ts'
import type { Emulator } from '../base/emulator.ts'
import { newId, seconds } from '../base/ids.ts'

export type EventType =
  | `checkout.session.${'completed' | 'expired' | 'async_payment_succeeded' | 'async_payment_failed'}`
  | `payment_intent.${'succeeded' | 'processing' | 'requires_action' | 'payment_failed'}`
  | 'charge.refunded'
  | `refund.${'created' | 'updated' | 'failed'}`
  | `charge.dispute.${'created' | 'updated' | 'closed'}`

/** The event keeps the object as it is now; receivers ask for it again. */
export function announce(emulator: Emulator, type: EventType, object: { id: string }) {
  const id = newId('evt')
  const envelope = {
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: seconds(emulator.now()),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
  const createTime = emulator.now().toISOString()
  announceEvent(emulator, { id, type, resourceId: object.id, createTime, body: JSON.stringify(envelope) })
}
