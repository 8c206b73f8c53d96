import { PassThrough, type Readable } from 'node:stream'
import type { StreamOpened } from '@mela/contract'
import { findVisitor } from '../people/sessions.ts'
import { TooManyError } from '../platform/http/errors.ts'
import { onLiveEvent, onLostAccess } from '../platform/live/live-events.ts'
import { repeat } from '../platform/runtime/repeat.ts'

const COME_BACK_MS = 2000
/** A reader with more unread bytes is disconnected; it reconnects and reloads. */
const MOST_UNREAD_BYTES = 64_000

interface Reader {
  userId: string
  token: string
  stream: PassThrough
}

type Parts = Parameters<typeof findVisitor>[0]

export function openEventStreams(parts: Parts, { heartbeatMs = 15_000, most = 200, mostOfOne = 20 } = {}) {
  const readers = new Set<Reader>()
  let lastEventAt = performance.now()
  const stopListening = onLiveEvent(event => {
    lastEventAt = performance.now()
    for (const reader of readers) write(reader, `data: ${JSON.stringify(event)}\n\n`)
  })
  const stopMinding = onLostAccess(userId => void endLost(userId))
  const heart = repeat(heartbeatMs, beat)

  async function beat() {
    for (const reader of await endLost()) write(reader, ':\n\n')
  }

  /** No user stands for all; answers the readers that stay. */
  async function endLost(userId?: string): Promise<Reader[]> {
    const staying: Reader[] = []
    for (const reader of [...readers].filter(reader => userId === undefined || reader.userId === userId)) {
      if (await mayRead(parts, reader)) staying.push(reader)
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
      const opened: StreamOpened = { quietMs: performance.now() - lastEventAt }
      write(reader, `retry: ${COME_BACK_MS}\nevent: opened\ndata: ${JSON.stringify(opened)}\n\n`)
      // Access may have ended since the request's check.
      void endLost(userId)
      return reader.stream
    },
    close() {
      void heart.close()
      stopListening()
      stopMinding()
      for (const { stream } of readers) stream.end()
    },
  }
}

function write({ stream }: Reader, text: string) {
  if (stream.writableLength + stream.readableLength > MOST_UNREAD_BYTES) stream.destroy()
  else if (stream.writable) stream.write(text)
}

/** A reader stays when the database does not answer. */
async function mayRead(parts: Parts, { token }: Reader): Promise<boolean> {
  try {
    return (await findVisitor(parts, token))?.user.role === 'admin'
  } catch {
    return true
  }
}
