import { PassThrough, type Readable } from 'node:stream'
import type { LiveEvent } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { TooManyError } from '../http/errors.ts'
import { findSession } from '../sessions/sessions.repository.ts'
import { onLiveEvent } from './live-events.ts'
import { onLostAccess } from './lost-access.ts'

interface StreamLimits {
  /** How often a stream shows that it lives, and its reader's right to it is looked at again. */
  heartbeatMs: number
  most: number
  mostOfOne: number
}

const LIMITS: StreamLimits = { heartbeatMs: 15_000, most: 200, mostOfOne: 20 }
/** How soon a browser comes back, in milliseconds. */
const COME_BACK_MS = 2000
/** Who reads so slowly has gone to sleep; it comes back and loads everything afresh. */
const MOST_UNREAD_BYTES = 64_000

interface Reader {
  userId: string
  token: string
  stream: PassThrough
}

/** Tells open browsers what happens (contract/src/staff/staff-news.ts). */
export function openEventStreams(db: Database, given: Partial<StreamLimits> = {}) {
  const { heartbeatMs, most, mostOfOne } = { ...LIMITS, ...given }
  const readers = new Set<Reader>()
  const stopListening = onLiveEvent(event => send(readers, event))
  const stopMinding = onLostAccess(userId => void look(userId))
  const heart = setInterval(() => void beat(), heartbeatMs).unref()

  async function beat() {
    for (const reader of await look()) write(reader, ':\n\n')
  }

  /** Ends the streams of readers, or of one user, that have lost their right, and answers those that stay. */
  async function look(userId?: string): Promise<Reader[]> {
    const staying: Reader[] = []
    for (const reader of [...readers].filter(reader => userId === undefined || reader.userId === userId)) {
      if (await mayRead(db, reader)) staying.push(reader)
      else reader.stream.end()
    }
    return staying
  }

  return {
    open(userId: string, token: string): Readable {
      const own = [...readers].filter(reader => reader.userId === userId).length
      if (readers.size >= most || own >= mostOfOne) throw new TooManyError('Too many dashboards are open.', 60)
      const reader = { userId, token, stream: new PassThrough() }
      readers.add(reader)
      reader.stream.on('close', () => readers.delete(reader))
      write(reader, `retry: ${COME_BACK_MS}\n\n`)
      // It may have been lost between the check of the request and now.
      void look(userId)
      return reader.stream
    },
    close() {
      clearInterval(heart)
      stopListening()
      stopMinding()
      for (const { stream } of readers) stream.end()
    },
  }
}

function send(readers: Set<Reader>, event: LiveEvent) {
  const message = `data: ${JSON.stringify(event)}\n\n`
  for (const reader of readers) write(reader, message)
}

function write({ stream }: Reader, text: string) {
  if (stream.writableLength + stream.readableLength > MOST_UNREAD_BYTES) stream.destroy()
  else if (stream.writable) stream.write(text)
}

/** Whether the session has not ended meanwhile, nor the role; without an answer the reader stays. */
async function mayRead(db: Database, { token }: Reader): Promise<boolean> {
  try {
    return (await findSession(db, token))?.user.role === 'admin'
  } catch {
    return true
  }
}
