import { type LiveEvent, liveEvent, paymentProblems } from '@mela/contract'

type Listener = (event: LiveEvent) => void
const listeners = new Set<Listener>()

/** Events of all instances arrive here. Returns the unsubscribe function. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const liveEventsChannel = {
  live_events(payload?: string) {
    const event = payload ? readLiveEvent(payload) : { kind: 'gap' as const }
    for (const listener of listeners) listener(event)
  },
}

function readLiveEvent(payload: string): LiveEvent {
  const event = liveEvent.parse(JSON.parse(payload))
  // Staff need no event for a payment that never arrived.
  return event.kind === 'payment' && event.problem === paymentProblems.unapproved ? { ...event, problem: null } : event
}
