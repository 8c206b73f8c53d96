import type { BaseEmulator } from './emulator.ts'
import type { WebhookEvent } from './records.ts'
import { Refusal } from './refusal.ts'

const remembered = 500

/** Stores the event with its exact bytes and sends it to every subscribed webhook. */
export function announceEvent({ webhookSender, store }: BaseEmulator, event: Omit<WebhookEvent, 'deliveries'>) {
  const { events, webhooks, changed } = store
  const stored = { ...event, deliveries: [] }
  events.set(event.id, stored)
  const [oldest] = events.keys()
  if (events.size > remembered && oldest) {
    events.delete(oldest)
    changed('events', oldest)
  }
  webhookSender.send(
    stored,
    [...webhooks.values()].filter(({ types }) => types.includes('*') || types.includes(event.type)),
  )
}

/** Resends the same bytes to the named webhooks, or to all. */
export function sendAgain({ webhookSender, store }: BaseEmulator, id: string, webhookIds?: string[]): WebhookEvent {
  const event = requireEvent(store, id)
  const webhooks = [...store.webhooks.values()]
  webhookSender.send(
    event,
    webhooks.filter(webhook => webhookIds?.includes(webhook.id) ?? true),
  )
  return event
}

export function requireEvent({ events }: BaseEmulator['store'], id: string): WebhookEvent {
  const event = events.get(id)
  if (!event) throw new Refusal(404, 'The specified resource does not exist.')
  return event
}
