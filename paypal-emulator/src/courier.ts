import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Certificates } from './certificates.ts'
import type { Delivery, Webhook, WebhookEvent } from './records.ts'
import type { Store } from './store.ts'
import { signatureHeaders } from './webhook-signature.ts'

/** Hands a webhook over and answers the status; throws when nobody is there. */
export type Send = (url: string, message: Message, signal: AbortSignal) => Promise<number>

interface Message {
  headers: Record<string, string>
  body: string
}

export interface Courier {
  send(event: WebhookEvent, webhooks: Webhook[]): void
  /** Goes on with what was not delivered before a restart. */
  resume(): void
  /** Resolves when everything is delivered or given up. */
  idle(): Promise<void>
  close(): Promise<void>
}

interface Tools {
  url: string
  store: Store
  certificates: Certificates
  send: Send | undefined
}

const maxAttempts = 25
const firstPause = 250
const longestPause = 15_000
const patience = 10_000

/** Delivers webhooks as PayPal does: each on its own, in no order, again and again until somebody answers 2xx. */
export function createCourier({ url, store, certificates, send = post }: Tools): Courier {
  const running = new Set<Promise<void>>()
  const closing = new AbortController()

  async function deliver(event: WebhookEvent, delivery: Delivery) {
    while (delivery.status === 'PENDING') {
      await attempt(event, delivery)
      store.changed()
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

  /** Nothing is told that a restart could undo. */
  async function statusOf(webhook: Webhook, { body }: WebhookEvent, delivery: Delivery) {
    await store.saved()
    const { id, time } = { id: randomUUID(), time: new Date().toISOString() }
    Object.assign(delivery, { transmissionId: id, time })
    const signature = signatureHeaders(url, await certificates.signer(), { id, time, webhookId: webhook.id, body })
    const headers = { 'content-type': 'application/json', 'user-agent': 'PayPal/emulator', ...signature }
    return send(webhook.url, { headers, body }, closing.signal)
  }

  function pause(attempts: number) {
    const duration = Math.min(firstPause * 2 ** (attempts - 1), longestPause)
    return setTimeout(duration, undefined, { signal: closing.signal, ref: false })
  }

  function start(event: WebhookEvent, delivery: Delivery) {
    const work = deliver(event, delivery)
      .catch(error => {
        if (!closing.signal.aborted) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
      })
      .finally(() => running.delete(work))
    running.add(work)
  }

  return {
    send(event, webhooks) {
      for (const { id } of webhooks) {
        const delivery: Delivery = { webhookId: id, status: 'PENDING', attempts: 0 }
        event.deliveries.push(delivery)
        start(event, delivery)
      }
      store.changed()
    },
    resume() {
      for (const event of store.events.values()) {
        for (const delivery of event.deliveries) if (delivery.status === 'PENDING') start(event, delivery)
      }
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
    async close() {
      closing.abort()
      await Promise.all(running)
    },
  }
}

async function post(url: string, { headers, body }: Message, closing: AbortSignal) {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(patience)])
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
  await response.body?.cancel()
  return response.status
}
