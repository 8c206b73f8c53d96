import { timingSafeEqual } from 'node:crypto'
import { consoleRoutes } from '@mela/emulator-base/console.ts'
import { requireEvent } from '@mela/emulator-base/events.ts'
import type { Answer, ApiRequest, Route } from '@mela/emulator-base/http.ts'
import type { Api } from '@mela/emulator-base/server.ts'
import { closeDispute, createFile, listDisputes, showDispute, updateDispute } from './api/disputes.ts'
import { listCharges, showCharge, showIntent } from './api/payments.ts'
import { createRefund, listRefunds, showRefund } from './api/refunds.ts'
import { createSession, expireSession, listSessions, showSession } from './api/sessions.ts'
import { ACCOUNT, type Emulator } from './base/emulator.ts'
import { ApiError, refusalAnswer } from './base/errors.ts'
import { perform } from './base/idempotency.ts'
import { newId } from './base/ids.ts'
import { decideCheckout, showCheckout } from './console/checkout.ts'
import { paymentCard } from './console/payment-card.ts'
import { triggerEventByRequest } from './console/triggers.ts'

const sessions = '/v1/checkout/sessions'

const routes: Route<Emulator, 'secret'>[] = [
  { method: 'POST', path: sessions, access: 'secret', body: 'form', handle: createSession },
  { method: 'GET', path: sessions, access: 'secret', handle: listSessions },
  { method: 'POST', path: `${sessions}/:id/expire`, access: 'secret', body: 'form', handle: expireSession },
  { method: 'GET', path: `${sessions}/:id`, access: 'secret', handle: showSession },
  { method: 'GET', path: '/v1/payment_intents/:id', access: 'secret', handle: showIntent },
  { method: 'GET', path: '/v1/charges', access: 'secret', handle: listCharges },
  { method: 'GET', path: '/v1/charges/:id', access: 'secret', handle: showCharge },
  { method: 'POST', path: '/v1/refunds', access: 'secret', body: 'form', handle: createRefund },
  { method: 'GET', path: '/v1/refunds', access: 'secret', handle: listRefunds },
  { method: 'GET', path: '/v1/refunds/:id', access: 'secret', handle: showRefund },
  { method: 'GET', path: '/v1/disputes', access: 'secret', handle: listDisputes },
  { method: 'POST', path: '/v1/disputes/:id/close', access: 'secret', body: 'form', handle: closeDispute },
  { method: 'GET', path: '/v1/disputes/:id', access: 'secret', handle: showDispute },
  { method: 'POST', path: '/v1/disputes/:id', access: 'secret', body: 'form', handle: updateDispute },
  { method: 'POST', path: '/v1/files', access: 'secret', body: 'multipart', handle: createFile },
  { method: 'GET', path: '/v1/events/:id', access: 'secret', handle: showEvent },
  { method: 'GET', path: '/v1/account', access: 'secret', handle: showAccount },

  { method: 'GET', path: '/c/pay', access: 'everyone', handle: showCheckout },
  { method: 'POST', path: '/c/pay', access: 'everyone', body: 'form', handle: decideCheckout },
  ...consoleRoutes<Emulator>({
    cards: (emulator, forms) =>
      [...emulator.store.sessions.values()].reverse().map(session => paymentCard(emulator, session, forms)),
    trigger: triggerEventByRequest,
  }),
]

export const stripeApi: Api<Emulator, 'secret'> = {
  routes,
  isApiPath: path => path.startsWith('/v1/'),
  requireAccess(emulator, access, { authorization = '' }, path) {
    const isOpen = access === undefined && !path.startsWith('/v1/')
    if (!isOpen && !isKey(emulator, authorization)) throw wrongKey()
  },
  perform,
  refuse: refusalAnswer,
  newRequestId: () => newId('req', 14),
  requestIdHeader: 'request-id',
}

function isKey({ secretKey }: Emulator, authorization: string) {
  const given = Buffer.from(authorization.replace(/^Bearer /i, ''))
  return given.length === secretKey.length && timingSafeEqual(given, Buffer.from(secretKey))
}

const wrongKey = () => new ApiError(401, 'Invalid API Key provided.', { type: 'invalid_request_error' })

function showAccount(): Answer {
  const details = { country: 'IN', default_currency: 'usd', charges_enabled: true, payouts_enabled: true }
  return { status: 200, body: { id: ACCOUNT, object: 'account', ...details } }
}

function showEvent({ store }: Emulator, { id }: ApiRequest): Answer {
  return { status: 200, body: JSON.parse(requireEvent(store, id).body) }
}
