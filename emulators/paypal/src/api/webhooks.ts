import { requireEvent, sendAgain } from '@mela/emulator-base/events.ts'
import type { Answer, ApiRequest } from '@mela/emulator-base/http.ts'
import type { Delivery, Webhook, WebhookEvent } from '@mela/emulator-base/records.ts'
import { z } from 'zod'
import type { Emulator } from '../base/emulator.ts'
import { ApiError, invalidRequest } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import { parse, text, webAddress } from '../base/request-schema.ts'
import { link } from './payment-view.ts'
import { eventTypes } from './webhook-events.ts'

const maxWebhooks = 10
const maxPage = 300

const registration = z.strictObject({
  url: webAddress,
  event_types: z
    .array(z.strictObject({ name: text(1, 50) }))
    .min(1)
    .max(500),
})
const resending = z.strictObject({ webhook_ids: z.array(text(1, 50)).min(1).max(maxWebhooks) }).partial()

export function registerWebhook({ url, store }: Emulator, { json }: ApiRequest): Answer {
  const request = parse(registration, json)
  const types = request.event_types.map(({ name }) => name)
  const unknown = types.findIndex(type => type !== '*' && !eventTypes.includes(type))
  if (unknown >= 0) {
    const description = 'Validation failed. The event type is not known.'
    throw invalidRequest([{ issue: 'INVALID_EVENT_TYPE', description, field: `/event_types/${unknown}/name` }])
  }
  const known = [...store.webhooks.values()]
  if (known.some(webhook => webhook.url === request.url)) {
    throw new ApiError(400, { name: 'WEBHOOK_URL_ALREADY_EXISTS', message: 'Webhook URL already exists' })
  }
  if (known.length >= maxWebhooks) {
    throw new ApiError(400, { name: 'WEBHOOK_NUMBER_LIMIT_EXCEEDED', message: 'Webhook number limit exceeded' })
  }
  const webhook = { id: newId(), url: request.url, types }
  store.webhooks.set(webhook.id, webhook)
  store.changed('webhooks', webhook.id)
  return { status: 201, body: webhookBody(url, webhook) }
}

export function listWebhooks({ url, store }: Emulator): Answer {
  return { status: 200, body: { webhooks: [...store.webhooks.values()].map(webhook => webhookBody(url, webhook)) } }
}

function webhookBody(base: string, { id, url, types }: Webhook) {
  const href = `${base}/v1/notifications/webhooks/${id}`
  return { id, url, event_types: types.map(name => ({ name })), links: [{ href, rel: 'self', method: 'GET' }] }
}

/** Newest first, like PayPal. */
export function listEvents(emulator: Emulator, { query }: ApiRequest): Answer {
  const wanted = (name: string, value: string) => (query.get(name) ?? value) === value
  const after = Date.parse(query.get('start_time') ?? '') || 0
  const before = Date.parse(query.get('end_time') ?? '') || Number.POSITIVE_INFINITY
  const found = [...emulator.store.events.values()].reverse().filter(({ type, resourceId, createTime }) => {
    const time = Date.parse(createTime)
    return wanted('event_type', type) && wanted('transaction_id', resourceId) && time >= after && time <= before
  })
  const size = Math.min(Number(query.get('page_size')) || 10, maxPage)
  const events = found.slice(0, size).map(event => eventBody(emulator, event))
  return { status: 200, body: { events, count: events.length, links: [] } }
}

export function showEvent(emulator: Emulator, { id }: ApiRequest): Answer {
  return { status: 200, body: eventBody(emulator, requireEvent(emulator.store, id)) }
}

/** Resends the same bytes to the named webhooks, or to all. */
export function resendEvent(emulator: Emulator, { id, json }: ApiRequest): Answer {
  const { webhook_ids } = parse(resending, json ?? {})
  return { status: 202, body: eventBody(emulator, sendAgain(emulator, id, webhook_ids)) }
}

function eventBody(emulator: Emulator, { id, body, deliveries }: WebhookEvent) {
  const path = `/v1/notifications/webhooks-events/${id}`
  return {
    ...JSON.parse(body),
    transmissions: deliveries.map(delivery => transmissionBody(emulator, delivery)),
    links: [link(emulator, path, 'self'), link(emulator, `${path}/resend`, 'resend', 'POST')],
  }
}

function transmissionBody({ store }: Emulator, { webhookId, transmissionId, status, httpStatus, time }: Delivery) {
  return {
    webhook_url: store.webhooks.get(webhookId)?.url,
    http_status: httpStatus,
    transmission_id: transmissionId,
    status,
    timestamp: time,
  }
}
