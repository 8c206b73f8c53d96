import { randomBytes } from 'node:crypto'

/** Random tokens for a subject, which expire; `take()` uses a token up. */
export interface Tickets {
  issue(subject: string): string
  find(ticket: string): string | undefined
  take(ticket: string): string | undefined
}

export interface Ticket {
  subject: string
  expires: number
}

/** Keeps at most `most` tickets of each subject: a new one then replaces the oldest. */
export function createTickets(
  now: () => Date,
  {
    lifetimeMs,
    most = 10_000,
    issued = new Map(),
  }: { lifetimeMs: number; most?: number; issued?: Map<string, Ticket> },
): Tickets {
  const dropExpired = () => {
    for (const [ticket, { expires }] of issued) {
      if (expires <= now().getTime()) issued.delete(ticket)
    }
  }
  const find = (ticket: string) => {
    dropExpired()
    return issued.get(ticket)?.subject
  }
  return {
    find,
    issue(subject) {
      dropExpired()
      const ofSubject = [...issued].filter(([, ticket]) => ticket.subject === subject)
      for (const [oldest] of ofSubject.slice(0, Math.max(0, ofSubject.length - most + 1))) issued.delete(oldest)
      const ticket = randomBytes(24).toString('base64url')
      issued.set(ticket, { subject, expires: now().getTime() + lifetimeMs })
      return ticket
    },
    take(ticket) {
      const subject = find(ticket)
      issued.delete(ticket)
      return subject
    },
  }
}
