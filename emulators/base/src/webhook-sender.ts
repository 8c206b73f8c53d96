import { setTimeout } from 'node:timers/promises'
import { takeCommonFault } from './faults.ts'
import type { Delivery, Message, Webhook, WebhookEvent } from './records.ts'
import type { Store, Tables } from './store.ts'

export interface WebhookSender {
  send(event: WebhookEvent, webhooks: Webhook[]): void
  /** Continues deliveries from before a restart. */
  resume(): void
  /** Sends the webhooks that the fault `webhook-reverse` held back, last one first. */
  release(): void
  /** Resolves when everything is delivered or given up. */
  idle(): Promise<void>
}

export interface WebhookSenderOptions {
  store: Store<Tables>
  /** The signed message, or a forged one when a fault says so. It may note in the delivery what it sent. */
  compose(event: WebhookEvent, webhook: Webhook, delivery: Delivery): Message | Promise<Message>
  closing: AbortController
}

const maxAttempts = 25
const firstPause = 250
const longestPause = 15_000
const patience = 10_000

/** Delivers webhooks as providers do: each on its own, in no order, with retries until a 2xx. */
export function createWebhookSender({ store, compose, closing }: WebhookSenderOptions): WebhookSender {
  const running = new Set<Promise<void>>()
  const held: [WebhookEvent, Delivery][] = []

  async function deliver(event: WebhookEvent, delivery: Delivery) {
    while (delivery.status === 'PENDING') {
      await attempt(event, delivery)
      store.changed('events', event.id)
      if (delivery.status === 'PENDING') await pause(delivery.attempts)
    }
  }

  async function attempt(event: WebhookEvent, delivery: Delivery) {
    const webhook = store.webhooks.get(delivery.webhookId)
    const status = webhook && (await statusOf(webhook, event, delivery).catch(() => undefined))
    closing.signal.throwIfAborted()
    delivery.attempts += 1
    delivery.httpStatus = status
    if (status && status >= 200 && status < 300) delivery.status = 'SUCCESS'
    else if (!webhook || delivery.attempts >= maxAttempts) delivery.status = 'FAILURE'
  }

  /** Sends an event once the store is on disk, because a restart could undo an unsaved change. */
  async function statusOf(webhook: Webhook, event: WebhookEvent, delivery: Delivery) {
    await store.saved()
    delivery.time = new Date().toISOString()
    return post(webhook.url, await compose(event, webhook, delivery), closing.signal)
  }

  function pause(attempts: number) {
    const duration = Math.min(firstPause * 2 ** (attempts - 1), longestPause)
    return setTimeout(duration, undefined, { signal: closing.signal, ref: false })
  }

  function watch(work: Promise<void>) {
    const watched = work
      .catch(error => {
        if (!closing.signal.aborted) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
      })
      .finally(() => running.delete(watched))
    running.add(watched)
  }

  function start(event: WebhookEvent, delivery: Delivery) {
    if (takeCommonFault(store, 'webhook-off', event.type)) delivery.status = 'FAILURE'
    else if (takeCommonFault(store, 'webhook-reverse', event.type)) hold(event, delivery)
    else watch(deliverLate(event, delivery))
  }

  async function deliverLate(event: WebhookEvent, delivery: Delivery) {
    const delay = takeCommonFault(store, 'webhook-delay', event.type)
    if (delay) await setTimeout(delay.ms, undefined, { signal: closing.signal, ref: false })
    await deliver(event, delivery)
  }

  function hold(event: WebhookEvent, delivery: Delivery) {
    held.push([event, delivery])
    const isWaiting = [...store.faults.values()].some(({ kind }) => kind === 'webhook-reverse')
    if (!isWaiting) release()
  }

  function release() {
    const inReverse = held.splice(0).reverse()
    const deliverInTurn = async () => {
      for (const [event, delivery] of inReverse) await deliver(event, delivery)
    }
    watch(deliverInTurn())
  }

  return {
    release,
    send(event, webhooks) {
      const { copies = 1 } = takeCommonFault(store, 'webhook-duplicate', event.type) ?? {}
      for (const { id } of Array.from({ length: copies }, () => webhooks).flat()) {
        const delivery: Delivery = { webhookId: id, status: 'PENDING', attempts: 0 }
        event.deliveries.push(delivery)
        start(event, delivery)
      }
      store.changed('events', event.id)
    },
    resume() {
      for (const event of store.events.values()) {
        for (const delivery of event.deliveries) if (delivery.status === 'PENDING') start(event, delivery)
      }
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/** Delivers a webhook and answers the HTTP status; throws when the receiver is unreachable. */
async function post(url: string, { headers, body }: Message, closing: AbortSignal) {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(patience)])
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
  await response.body?.cancel()
  return response.status
}
