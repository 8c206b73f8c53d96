import { API_BASE, type LiveEvent, type StreamOpened, staffPaths } from '@mela/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { markUnattended } from '../../../lib/api.ts'
import { priceText } from '../../../lib/format.ts'
import { type AnswerKind, refresh, reload } from '../../../lib/query-keys.ts'
import { refreshShop } from './refresh-shop.ts'

const outdatedByChange: Record<Change, readonly Outdated[]> = {
  customers: ['users', 'dashboard'],
  media: ['media'],
  categories: ['categories'],
  products: ['product-lists', 'dashboard'],
  'planned-prices': ['planned-prices'],
  imports: ['imports'],
  reviews: ['reviews'],
  pages: ['pages'],
  discounts: ['discounts'],
  'gift-cards': ['gift-cards'],
  // The history of the settings is read from the audit log, which notes keys of payments, too.
  audit: ['audit', 'settings', 'payments'],
  settings: ['shop', 'dashboard'],
}

const outdatedByEvent: Record<Exclude<LiveEvent['kind'], 'changed' | 'gap'>, readonly Outdated[]> = {
  order: ['orders', 'dashboard', 'users'],
  payment: ['payments', 'orders', 'dashboard'],
  dispute: ['disputes', 'payments', 'dashboard'],
  'low-stock': ['product-lists', 'dashboard'],
}

/** All kinds of queries that live events make outdated: after a gap, any event may have been missed. */
const all = [...new Set([...Object.values(outdatedByEvent), ...Object.values(outdatedByChange)].flat())]

/** Lowest time between two reloads in milliseconds, because many orders would reload a list too often. */
const REST_MS = 1500

/** Milliseconds after the last user input from which on calls count as made by the browser itself. */
const WITHIN_MS = 60_000
const SIGNS = ['pointerdown', 'keydown', 'wheel'] as const

const SAID_MS = 6000

/** Keeps the data on screen up to date and announces live events. Used once, by the dashboard's layout. */
export function useLiveUpdates() {
  const queryClient = useQueryClient()
  const [said, setSaid] = useState<Sentence>()
  const [newOrders, setNewOrders] = useState(0)

  useEffect(watchAttention, [])

  useEffect(() => {
    const { add, stop } = refreshing(outdated => refreshOutdated(queryClient, outdated))
    const stopListening = listenToLiveEvents(event => {
      // Asks for the user again: `RequireAdmin` removes the dashboard when the user is no admin any more.
      if (event === 'refused') return void refresh(queryClient, 'users')
      add(outdatedBy(event))
      const sentence = sentenceOf(event)
      if (sentence) setSaid(sentence)
      if (isNewOrder(event)) setNewOrders(count => count + 1)
    })
    return () => {
      stopListening()
      stop()
    }
  }, [queryClient])

  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(undefined), SAID_MS)
    return () => clearTimeout(timer)
  }, [said])

  return {
    /** The last sentence, while it is new. */
    said,
    dismiss: () => setSaid(undefined),
    newOrders,
    forgetOrders: () => setNewOrders(0),
  }
}

/** Marks background calls of an unattended screen; returns a function that stops it. */
export function watchAttention(): () => void {
  let touchedAt = Date.now()
  const note = () => {
    touchedAt = Date.now()
  }
  for (const sign of SIGNS) addEventListener(sign, note, { capture: true, passive: true })
  markUnattended(() => Date.now() - touchedAt > WITHIN_MS)
  return () => {
    for (const sign of SIGNS) removeEventListener(sign, note, { capture: true })
    markUnattended(() => false)
  }
}

type Change = Extract<LiveEvent, { kind: 'changed' }>['what']

/**
 * 'product-lists' is all queries of products except the product of an open form: the form keeps its version, and a save
 * reports the conflict.
 */
type Outdated = AnswerKind | 'product-lists'

function outdatedBy(event: LiveEvent): readonly Outdated[] {
  if (event.kind === 'gap') return all
  return event.kind === 'changed' ? outdatedByChange[event.what] : outdatedByEvent[event.kind]
}

function refreshOutdated(queryClient: QueryClient, outdated: Outdated): void {
  if (outdated === 'shop') return void refreshShop(queryClient)
  if (outdated !== 'product-lists') return void refresh(queryClient, outdated)
  void reload(queryClient, {
    queryKey: ['products'],
    predicate: ({ queryKey: [, whose, ...rest] }) => whose !== 'staff' || rest.length > 1,
  })
}

/** Calls `refresh` with the outdated kinds: at once, then after a pause with all that arrived meanwhile. */
export function refreshing(refresh: (outdated: Outdated) => void) {
  const waiting = new Set<Outdated>()
  let rest: ReturnType<typeof setTimeout> | undefined

  function refreshAll() {
    rest = waiting.size > 0 ? setTimeout(refreshAll, REST_MS) : undefined
    for (const kind of waiting) refresh(kind)
    waiting.clear()
  }

  return {
    add(kinds: readonly Outdated[]) {
      for (const kind of kinds) waiting.add(kind)
      if (!rest) refreshAll()
    },
    stop: () => clearTimeout(rest),
  }
}

export interface Sentence {
  text: string
  to: string
}

/** Whether an event is a new paid order. A placed order is not announced, because it may never be paid. */
const isNewOrder = (event: LiveEvent) =>
  event.kind === 'order' && event.status === 'processing' && event.from === 'pending'

/** The sentence for an event, if it has one. */
export function sentenceOf(event: LiveEvent): Sentence | undefined {
  if (event.kind === 'order' && isNewOrder(event)) {
    const text = `New order: ${priceText(event.total, event.currency)} from ${event.customer}`
    return { text, to: staffPaths.order(event.order) }
  }
  if (event.kind === 'payment' && event.problem !== null)
    return { text: `A payment needs attention: ${event.problem}`, to: staffPaths.payment(event.payment) }
  if (event.kind === 'dispute' && event.isNew)
    return { text: 'A customer opened a dispute', to: staffPaths.dispute(event.dispute) }
  if (event.kind === 'low-stock') {
    const { name, stock, product } = event
    const text = stock === 0 ? `Out of stock: ${name}` : `Low stock: ${name}, ${stock} left`
    return { text, to: staffPaths.editProduct(product) }
  }
}

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
function listenToLiveEvents(listen: (message: StreamMessage) => void): () => void {
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
    source.addEventListener('opened', ({ data }: MessageEvent<string>) => {
      const { quietMs } = JSON.parse(data) as StreamOpened
      // The shop had an event since this page began to load, or may have: loaded data may be older than the event.
      if (wasLost || quietMs < performance.now()) send({ kind: 'gap' })
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
