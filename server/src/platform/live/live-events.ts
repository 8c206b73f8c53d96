import { type LiveEvent, liveEvent, paymentProblems } from '@mela/contract'

function openTopic<Message>() {
  const listeners = new Set<(message: Message) => void>()
  return {
    listen(listener: (message: Message) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell(message: Message) {
      for (const listener of listeners) listener(message)
    },
  }
}

const events = openTopic<LiveEvent>()
export const onLiveEvent = events.listen

/** An admin may be demoted, deactivated or signed out on any instance; no user stands for any. */
const lostAccess = openTopic<string | undefined>()
export const onLostAccess = lostAccess.listen

export const liveChannels = {
  live_events: (payload?: string) => events.tell(payload ? readLiveEvent(payload) : { kind: 'gap' }),
  lost_access: (userId?: string) => lostAccess.tell(userId),
}

function readLiveEvent(payload: string): LiveEvent {
  const event = liveEvent.parse(JSON.parse(payload))
  // Staff need no event for a payment that never arrived.
  return event.kind === 'payment' && event.problem === paymentProblems.unapproved ? { ...event, problem: null } : event
}
