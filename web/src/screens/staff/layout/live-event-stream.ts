import { API_BASE, type LiveEvent, type StreamOpened, staffPaths } from '@mela/contract'
import { priceText } from '../../../lib/format.ts'

/** An event, whether the stream is connected, or that the server refused or ended it for this user. */
type StreamMessage = { event: LiveEvent } | { isOpen: boolean } | { isRefused: true }

const NAME = 'mela.live-updates'
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
      send({ isOpen: true })
      if (wasLost) send({ event: { kind: 'gap' } })
    }
    source.addEventListener('opened', ({ data }: MessageEvent<string>) => {
      const { quietMs } = JSON.parse(data) as StreamOpened
      // The shop had an event since this page began to load: loaded data may be older than the event.
      if (!wasLost && quietMs < performance.now()) send({ event: { kind: 'gap' } })
    })
    source.onmessage = ({ data }: MessageEvent<string>) => send({ event: JSON.parse(data) as LiveEvent })
    source.onerror = () => {
      wasLost = true
      send({ isOpen: false })
      if (source.readyState !== EventSource.CLOSED) return
      send({ isRefused: true })
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

export interface Sentence {
  text: string
  to: string
}

/** Whether an event is a new paid order. A placed order is not announced, because it may never be paid. */
export const isNewOrder = (event: LiveEvent) =>
  event.kind === 'order' && event.status === 'processing' && event.from === 'pending'

/** The sentence for an event, if it has one. `more` counts the orders announced just before. */
export function sentenceOf(event: LiveEvent, more = 0): Sentence | undefined {
  switch (event.kind) {
    case 'order': {
      if (!isNewOrder(event)) return undefined
      const what = `${priceText(event.total, event.currency)} from ${event.customer}`
      if (more === 0) return { text: `New order: ${what}`, to: staffPaths.order(event.order) }
      return { text: `${more + 1} new orders, the last: ${what}`, to: staffPaths.readyToShip }
    }
    case 'payment':
      return event.problem === null
        ? undefined
        : { text: `A payment needs attention: ${event.problem}`, to: staffPaths.payment(event.payment) }
    case 'dispute':
      return event.isNew ? { text: 'A customer opened a dispute', to: staffPaths.dispute(event.dispute) } : undefined
    case 'low-stock':
      return {
        text: event.stock === 0 ? `Out of stock: ${event.name}` : `Low stock: ${event.name}, ${event.stock} left`,
        to: staffPaths.editProduct(event.product),
      }
    default:
      return undefined
  }
}
