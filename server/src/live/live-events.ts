import { type LiveEvent, liveEvent, paymentProblems } from '@mela/contract'

type Listener = (event: LiveEvent) => void
const listeners = new Set<Listener>()

/** Calls back with what happens in the shop, on whichever instance; returns the way to stop. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where the database tells it (migration 0016). */
export const liveEventsChannel = {
  live_events(payload?: string) {
    const event = payload ? readLiveEvent(payload) : { kind: 'gap' as const }
    for (const listener of listeners) listener(event)
  },
}

function readLiveEvent(payload: string): LiveEvent {
  const event = liveEvent.parse(JSON.parse(payload))
  // Nobody has to look after money that never came.
  return event.kind === 'payment' && event.problem === paymentProblems.unapproved ? { ...event, problem: null } : event
}
