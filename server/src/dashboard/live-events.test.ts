import type { LiveEvent } from '@mela/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { disputesOf } from '../payments/disputes-fixtures.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { connect } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { listen } from '../platform/database/listening.ts'
import { liveChannels } from '../platform/live/live-events.ts'
import { openEventStreams } from './event-streams.ts'

describe('GET /dashboard/events', () => {
  const shop = startShop()
  const buyers = buyersOf(shop)
  const disputes = disputesOf(shop)
  let other: ReturnType<typeof connect>
  let listener: { stop(): void }
  let url: string
  let boss: Person

  beforeAll(async () => {
    // The shop under test places its orders over another connection, as another instance would.
    other = connect(shop.databaseUrl)
    listener = await listen(other.pool, liveChannels, { retryMs: 20 })
    boss = await shop.admin()
    url = `${await shop.app.listen({ port: 0 })}/api/dashboard/events`
  })
  afterAll(async () => {
    listener.stop()
    await other.close()
  })

  const ask = (as?: Person, signal?: AbortSignal) =>
    fetch(url, {
      headers: { accept: 'text/event-stream', ...(as && { cookie: as.cookie }) },
      ...(signal && { signal }),
    })

  /** Reads the stream as a browser does, until the test stops; changed lists are kept apart from messages. */
  async function openStream() {
    const leaving = new AbortController()
    const reader = await shop.admin()
    const answer = await ask(reader, leaving.signal)
    let hasEnded = false
    const events: LiveEvent[] = []
    const changed: string[] = []
    const reading = (async () => {
      for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        for (const [, json] of text.matchAll(/(?<!^event: opened\n)^data: (.*)$/gm)) {
          const event: LiveEvent = JSON.parse(json ?? '')
          if (event.kind === 'changed') changed.push(event.what)
          else events.push(event)
        }
      }
    })()
      .catch(() => {})
      .finally(() => {
        hasEnded = true
      })
    return { answer, events, changed, reader, reading, isOpen: () => !hasEnded, leave: () => leaving.abort() }
  }

  it('sends an event when an order is placed, when it is paid, and for its payment', async () => {
    const { answer, events, leave } = await openStream()
    const { order, payment } = await buyers.aPaidOrder()

    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    expect(answer.headers.get('x-accel-buffering')).toBe('no')
    expect(answer.headers.get('content-encoding')).toBeNull()
    const event = { kind: 'order', order, customer: 'Asha Rao', total: 198, currency: 'USD' }
    await vi.waitFor(() => expect(events).toContainEqual({ ...event, from: null, status: 'pending' }))
    await vi.waitFor(() => expect(events).toContainEqual({ ...event, from: 'pending', status: 'processing' }))
    expect(events).toContainEqual({ kind: 'payment', payment, order, problem: null })
    leave()
  })

  it('sends an event when a dispute changes, not when staff look at an unchanged one', async () => {
    const { events, leave } = await openStream()
    const { dispute, admin } = await disputes.aDispute()
    const ofDispute = () => events.filter(event => event.kind === 'dispute')
    const event = { kind: 'dispute', dispute: dispute._id }
    await vi.waitFor(() => expect(ofDispute()).toEqual([{ ...event, isNew: true }]))

    await shop.get(`/disputes/${dispute._id}`, admin)
    await shop.get(`/disputes/${dispute._id}`, admin)
    const { order: next } = await buyers.anOpenOrder()

    await vi.waitFor(() => expect(events).toContainEqual(expect.objectContaining({ kind: 'order', order: next })))
    expect(ofDispute()).toEqual([{ ...event, isNew: true }])
    await shop.db.updateTable('disputes').set({ state: 'under_review' }).where('id', '=', dispute._id).execute()
    await vi.waitFor(() => expect(ofDispute().slice(1)).toEqual([{ ...event, isNew: false }]))
    leave()
  })

  it("sends an event when an active product's stock becomes low, and when its last unit is sold", async () => {
    const { events, leave } = await openStream()
    const { id, name } = await shop.product({ stock: 7 })
    const hidden = await shop.product({ stock: 7, is_active: false })
    for (const quantity of [6, 5, 4, 0]) {
      for (const product of [hidden.id, id]) {
        await shop.db.updateTable('stock').set({ quantity }).where('product_id', '=', product).execute()
      }
    }

    await vi.waitFor(() =>
      expect(events).toEqual([
        { kind: 'low-stock', product: id, name, stock: 5 },
        { kind: 'low-stock', product: id, name, stock: 0 },
      ]),
    )
    leave()
  })

  async function setName(name: string) {
    return shop.changeSettings({ shop: { name } }, boss)
  }

  it.each<[what: string, change: () => Promise<unknown>]>([
    ['customers', () => shop.user()],
    [
      'customers',
      async () =>
        shop.call('PATCH', `/users/user/${(await shop.user()).id}/status`, { as: boss, body: { status: false } }),
    ],
    ['media', () => shop.media()],
    ['categories', () => shop.category()],
    ['categories', () => shop.product()],
    ['products', () => shop.product()],
    [
      'products',
      async () => {
        const { id } = await shop.product()
        return shop.call('PATCH', `/products/${id}`, { as: boss, body: { key: 'isActive', value: false } })
      },
    ],
    [
      'imports',
      () => shop.db.insertInto('imports').values({ id: newId(), actor_id: boss.id, file_name: 'kurtas.csv' }).execute(),
    ],
    ['settings', () => setName('Tee & Torte')],
    [
      'settings',
      async () => {
        for (const takes_real_money of [true, false])
          await shop.db.updateTable('settings').set({ takes_real_money }).execute()
      },
    ],
    ['audit', async () => shop.call('DELETE', `/media/${(await shop.media()).id}`, { as: boss })],
  ])('sends an event that the list of %s has changed', async (what, change) => {
    const { changed, leave } = await openStream()
    await change()

    await vi.waitFor(() => expect(changed).toContain(what))
    leave()
  })

  it('sends no event for a new password, and one for many rows of one transaction', async () => {
    const { id } = await shop.user()
    const { changed, leave } = await openStream()
    await shop.media()
    await shop.db.updateTable('users').set({ password_hash: 'new' }).where('id', '=', id).execute()
    await shop.db.transaction().execute(async db => {
      await db.updateTable('users').set({ first_name: 'Usha' }).where('id', '=', id).execute()
      await db.updateTable('users').set({ last_name: 'Roy' }).where('id', '=', id).execute()
    })
    await shop.media()

    await vi.waitFor(() => expect(changed.filter(what => what === 'media')).toHaveLength(2))
    expect(changed.slice(changed.indexOf('media'))).toEqual(['media', 'customers', 'media'])
    leave()
  })

  it('goes on after the database was away, and says that events may have been missed', async () => {
    const { events, leave } = await openStream()
    const name = new URL(shop.databaseUrl.replace('@/', '@localhost/')).pathname.slice(1)
    const admin = connect(shop.databaseUrl.replace(`/${name}`, '/postgres'), { poolSize: 1 })
    await admin.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and query like 'listen %'`,
    )
    await vi.waitFor(() => expect(events).toEqual([{ kind: 'gap' }]))
    const { order } = await buyers.anOpenOrder()

    await vi.waitFor(() => expect(events).toMatchObject([{}, { order }]))
    await admin.close()
    leave()
  })

  it.each<[what: string, end: (id: string) => Promise<unknown>]>([
    ['is demoted', id => shop.call('PATCH', `/users/${id}`, { as: boss, body: { role: 'customer' } })],
    ['is deactivated', id => shop.call('PATCH', `/users/user/${id}/status`, { as: boss, body: { status: false } })],
    ['is signed out', id => shop.call('DELETE', `/users/${id}/sessions`, { as: boss })],
    [
      'is changed on another instance',
      id => other.db.updateTable('users').set({ role: 'manager' }).where('id', '=', id).execute(),
    ],
    // The streams check access themselves every 15 seconds.
  ])('ends at once when its reader %s', { timeout: 5000 }, async (_, end) => {
    const { reader, reading, leave } = await openStream()
    const { leave: stay, isOpen } = await openStream()

    await end(reader.id)

    await reading
    expect(isOpen()).toBe(true)
    leave()
    stay()
  })

  it('ends with the shop', async () => {
    const { reading } = await openStream()

    await shop.app.close()

    await reading
  })
})

describe('a live event stream', () => {
  const shop = startShop()

  it('sends heartbeats, and ends when its reader is no longer an admin', async () => {
    const streams = openEventStreams(shop.app, { heartbeatMs: 10 })
    const admin = await shop.admin()
    const stream = streams.open(admin.id, admin.cookie.split('=')[1] ?? '')
    let text = ''
    stream.on('data', part => {
      text += part
    })
    const ended = new Promise(resolve => stream.on('end', resolve))
    await vi.waitFor(() => expect(text).toMatch(/^retry: \d+\n.*\n.*\n\n:\n\n/))

    await shop.db.updateTable('users').set({ role: 'customer' }).where('id', '=', admin.id).execute()

    await ended
    streams.close()
  })
})
