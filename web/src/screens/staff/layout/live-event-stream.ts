import { API_BASE, type LiveEvent, type StreamOpened } from '@mela/contract'

/** An event, or that the server refused or ended the stream for this user. */
type StreamMessage = LiveEvent | 'refused'

const NAME = 'mela.live-events'
/** Delay before the next attempt after a refusal. */
const ASK_AGAIN_MS = 10_000

/**
 * Listens to the shop's live events; returns a function that stops it. All tabs of a browser share one stream, because
 * it allows only six connections per site: one tab reads it and notifies the others, and when it closes the next one
 * takes over.
 */
export function listenToLiveEvents(listen: (message: StreamMessage) => void): () => void {
  const leaving = new AbortController()
  const channel = new BroadcastChannel(NAME)

  function sendToAll(message: StreamMessage) {
    if (leaving.signal.aborted) return
    listen(message)
    channel.postMessage(message)
  }

  const read = () => readStream(sendToAll, leaving.signal)
  channel.onmessage = ({ data }: MessageEvent<StreamMessage>) => listen(data)
  // Only secure contexts have locks; without them each tab has its own stream.
  if (navigator.locks) navigator.locks.request(NAME, { signal: leaving.signal }, read).catch(() => {})
  else void read()

  return () => {
    leaving.abort()
    channel.close()
  }
}

/** Reads until the signal; the browser reconnects after a lost connection, but not after a refusal. */
function readStream(send: (message: StreamMessage) => void, signal: AbortSignal): Promise<void> {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout>
  let wasLost = false

  function open() {
    source = new EventSource(`${API_BASE}/dashboard/events`)
    source.onopen = () => {
      if (wasLost) send({ kind: 'gap' })
    }
    source.addEventListener('opened', ({ data }: MessageEvent<string>) => {
      const { quietMs } = JSON.parse(data) as StreamOpened
      // The shop had an event since this page began to load: loaded data may be older than the event.
      if (!wasLost && quietMs < performance.now()) send({ kind: 'gap' })
    })
    source.onmessage = ({ data }: MessageEvent<string>) => send(JSON.parse(data) as LiveEvent)
    source.onerror = () => {
      wasLost = true
      if (source.readyState !== EventSource.CLOSED) return
      send('refused')
      timer = setTimeout(open, ASK_AGAIN_MS)
    }
  }

  open()
  return new Promise(resolve => {
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      source.close()
      resolve()
    })
  })
}
