import { type LiveEvent, type StreamOpened, UNATTENDED_HEADER } from '@mela/contract'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leaveShop, type Outcome, ok, stubShop, visit } from '../../../../test/browser.tsx'
import { call } from '../../../lib/api.ts'
import { listQuery } from '../../../lib/query-keys.ts'
import { countriesQuery, useShop } from '../../../lib/shop.ts'
import { staffCategoriesQuery } from '../categories/categories.api.ts'
import { recentImportsQuery } from '../import/import-page.tsx'
import { importQuery } from '../import/import-progress.tsx'
import { mediaQuery } from '../media/uploads.tsx'
import { staffProductQuery } from '../product/product.api.ts'
import { staffProductsQuery } from '../products/product-list-pages.tsx'
import { settingsQuery } from '../settings/settings.api.ts'
import { refreshing, useLiveUpdates, watchAttention } from './use-live-updates.ts'

/** A stub of EventSource with which a test sends events. */
class Stream {
  static last: Stream
  onmessage?: (event: { data: string }) => void
  onOpened?: (event: { data: string }) => void
  constructor() {
    Stream.last = this
  }
  addEventListener(_: 'opened', listener: (event: { data: string }) => void) {
    this.onOpened = listener
  }
  close() {}
}

const openStream = (opened: StreamOpened) => act(async () => Stream.last.onOpened?.({ data: JSON.stringify(opened) }))
const receive = (event: LiveEvent) => act(async () => Stream.last.onmessage?.({ data: JSON.stringify(event) }))

class NoChannel {
  postMessage() {}
  close() {}
}

beforeEach(() => {
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('BroadcastChannel', NoChannel)
})
afterEach(leaveShop)

const id = 'a'.repeat(24)
const list = { page: 1, size: 20, keyword: '', sort: '', from: '', to: '' }
const customersQuery = listQuery('GET /users/customers')

const screens = {
  'all customers': ['customers', customersQuery],
  'the library': ['media', mediaQuery(list)],
  'the categories': ['categories', staffCategoriesQuery()],
  'the last imports': ['imports', recentImportsQuery()],
  'one import': ['imports', importQuery(id)],
  'the active products': ['products', staffProductsQuery('active', list)],
  'the discounts': ['discounts', listQuery('GET /discounts')],
  'the audit log': ['audit', { queryKey: ['audit'], queryFn: () => call('GET /audit') }],
  'the settings': ['audit', settingsQuery()],
  'the countries sold to': ['settings', countriesQuery()],
} as const

/** Opens a screen with a query; answers a function for the number of its calls. */
function open(query: unknown, answer: Outcome | Promise<Outcome> = ok({ state: 'done', pictures: { waiting: 0 } })) {
  const { calls } = stubShop(new Proxy({}, { get: () => answer }))
  visit('/', [{ path: '/', Component: () => <Screen query={query as UseQueryOptions} /> }])
  return () => calls.filter(({ name }) => name === calls[0]?.name).length
}

function Screen({ query }: { query: UseQueryOptions }) {
  useLiveUpdates()
  return <p>{useQuery(query).isSuccess ? 'shown' : 'loading'}</p>
}

it.each(Object.entries(screens))('shows %s anew when it has changed elsewhere', async (_, [what, query]) => {
  const calls = open(query)
  await screen.findByText('shown')

  await receive({ kind: 'changed', what })

  await waitFor(() => expect(calls()).toBe(2))
})

it('shows a list anew when events were missed', async () => {
  const calls = open(customersQuery)
  await screen.findByText('shown')

  await receive({ kind: 'gap' })

  await waitFor(() => expect(calls()).toBe(2))
})

it('shows a list anew when it changed while it was loading', async () => {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const calls = open(customersQuery, promise)
  await waitFor(() => expect(calls()).toBe(1))

  await receive({ kind: 'changed', what: 'customers' })
  expect(calls()).toBe(1)
  resolve(ok({ state: 'done', pictures: { waiting: 0 } }))

  await waitFor(() => expect(calls()).toBe(2))
})

it('shows a list anew when the stream opens after an event that the list may lack', async () => {
  const calls = open(customersQuery)
  await screen.findByText('shown')

  await openStream({ quietMs: 0 })

  await waitFor(() => expect(calls()).toBe(2))
})

it('loads nothing again when the last event is older than the page', async () => {
  const calls = open(customersQuery)
  await screen.findByText('shown')

  await openStream({ quietMs: performance.now() + 1000 })
  await receive({ kind: 'changed', what: 'media' })

  expect(calls()).toBe(1)
})

it('shows what the owner has set anew when it has changed elsewhere, as that the shop is live', async () => {
  const page = { body: '<title>Without the line above the page</title>' }
  stubShop({ 'GET /shop': [ok({ name: 'Tee & Torte' })], 'GET /shop/home': ok({}), [`GET ${location.href}`]: page })
  document.head.innerHTML = '<style id="strip"></style>'
  visit('/', [{ path: '/', Component: Named }])
  await screen.findByText('Mela')

  await receive({ kind: 'changed', what: 'settings' })

  await screen.findByText('Tee & Torte')
  await waitFor(() => expect(document.getElementById('strip')).toBeNull())
})

function Named() {
  useLiveUpdates()
  return <p>{useShop().name}</p>
}

it.each<LiveEvent>([
  { kind: 'changed', what: 'products' },
  { kind: 'low-stock', product: id, name: 'Anaar kurta', stock: 0 },
  { kind: 'gap' },
])('reloads a list at $kind, and leaves an open form alone: its save reports what others saved', async event => {
  const { calls } = stubShop(new Proxy({}, { get: () => ok({}) }))
  const callsTo = (path: RegExp) => calls.filter(({ name }) => path.test(name)).length
  visit('/', [{ path: '/', Component: FormAndList }])
  await screen.findByText('shown')

  await receive(event)

  await waitFor(() => expect(callsTo(/products\?|products\/all/)).toBe(2))
  expect(callsTo(new RegExp(`/products/${id}`))).toBe(1)
})

function FormAndList() {
  useLiveUpdates()
  const queries = [useQuery(staffProductQuery(id)), useQuery(staffProductsQuery('active', list))]
  return <p>{queries.every(({ isSuccess }) => isSuccess) ? 'shown' : 'loading'}</p>
}

it('refreshes at once, and later events together after a pause', () => {
  vi.useFakeTimers()
  const refreshed: string[] = []
  const { add, stop } = refreshing(key => refreshed.push(key))

  add(['orders', 'dashboard'])
  expect(refreshed).toEqual(['orders', 'dashboard'])

  for (let n = 0; n < 50; n++) add(['orders'])
  expect(refreshed).toHaveLength(2)
  vi.advanceTimersByTime(1500)
  expect(refreshed).toEqual(['orders', 'dashboard', 'orders'])

  vi.advanceTimersByTime(1500)
  add(['payments'])
  expect(refreshed.at(-1)).toBe('payments')
  stop()
  vi.useRealTimers()
})

it('marks the calls of a screen without input for a minute, until the next input', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const fetched = vi.fn(async (_path: string, _init: { headers: Record<string, string> }) => Response.json({}))
  vi.stubGlobal('fetch', fetched)
  const stop = watchAttention()
  const wait = (ms: number) => vi.setSystemTime(Date.now() + ms)
  async function isMarked() {
    await call('GET /dashboard/low-stock')
    return UNATTENDED_HEADER in (fetched.mock.lastCall?.[1].headers ?? {})
  }

  expect(await isMarked()).toBe(false)
  for (const sign of ['pointerdown', 'keydown', 'wheel']) {
    wait(61_000)
    expect(await isMarked(), sign).toBe(true)
    window.dispatchEvent(new Event(sign))
    expect(await isMarked(), sign).toBe(false)
  }
  stop()
  vi.useRealTimers()
})
