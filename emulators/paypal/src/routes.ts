import { asset } from '@mela/emulator-base/assets.ts'
import { consoleRoutes } from '@mela/emulator-base/console.ts'
import type { Answer, Route } from '@mela/emulator-base/http.ts'
import type { Api, Call } from '@mela/emulator-base/server.ts'
import { type Access, issueAccessToken, requireAccess, showUserInfo } from './api/access.ts'
import { adoptOrder } from './api/adopt.ts'
import { captureOrder, showCapture } from './api/captures.ts'
import { acceptClaim, adjudicate, listDisputes, provideEvidence, showDispute } from './api/disputes.ts'
import { createOrder, patchOrder, repeatOrder, showOrder } from './api/orders.ts'
import { refundCapture, repeatRefund, showRefund } from './api/refunds.ts'
import { performOnce, requestIdOf } from './api/request-id.ts'
import { listEvents, listWebhooks, registerWebhook, resendEvent, showEvent } from './api/webhooks.ts'
import type { Emulator } from './base/emulator.ts'
import { refusalAnswer, tokenPath } from './base/errors.ts'
import { newDebugId } from './base/ids.ts'
import { showCertificate, verifySignature } from './base/webhook-signature.ts'
import { decideApproval, showApprovalPage } from './console/approval.ts'
import { paymentCard } from './console/console-payment.ts'
import { triggerEventByRequest } from './console/provider-events.ts'

const orders = '/v2/checkout/orders'
const captures = '/v2/payments/captures'
const disputes = '/v1/customer/disputes'
const notifications = '/v1/notifications'

const routes: Route<Emulator, Access>[] = [
  { method: 'POST', path: tokenPath, access: 'client-id', body: 'form', handle: issueAccessToken },

  { method: 'GET', path: '/v1/identity/oauth2/userinfo', access: 'bearer', handle: showUserInfo },

  { method: 'POST', path: orders, access: 'browser', body: 'json', handle: createOrder, repeat: repeatOrder },
  { method: 'GET', path: `${orders}/:id`, access: 'browser', handle: showOrder },
  { method: 'PATCH', path: `${orders}/:id`, access: 'browser', body: 'json', handle: patchOrder },
  {
    method: 'POST',
    path: `${orders}/:id/capture`,
    access: 'browser',
    body: 'json',
    handle: captureOrder,
    repeat: repeatOrder,
  },
  { method: 'GET', path: `${captures}/:id`, access: 'bearer', handle: showCapture },
  {
    method: 'POST',
    path: `${captures}/:id/refund`,
    access: 'bearer',
    body: 'json',
    handle: refundCapture,
    repeat: repeatRefund,
  },
  { method: 'GET', path: '/v2/payments/refunds/:id', access: 'bearer', handle: showRefund },

  { method: 'GET', path: disputes, access: 'bearer', handle: listDisputes },
  { method: 'GET', path: `${disputes}/:id`, access: 'bearer', handle: showDispute },
  { method: 'POST', path: `${disputes}/:id/accept-claim`, access: 'bearer', body: 'json', handle: acceptClaim },
  {
    method: 'POST',
    path: `${disputes}/:id/provide-evidence`,
    access: 'bearer',
    body: 'multipart',
    handle: provideEvidence,
  },
  { method: 'POST', path: `${disputes}/:id/adjudicate`, access: 'bearer', body: 'json', handle: adjudicate },

  { method: 'POST', path: `${notifications}/webhooks`, access: 'bearer', body: 'json', handle: registerWebhook },
  { method: 'GET', path: `${notifications}/webhooks`, access: 'bearer', handle: listWebhooks },
  { method: 'GET', path: `${notifications}/webhooks-events`, access: 'bearer', handle: listEvents },
  { method: 'GET', path: `${notifications}/webhooks-events/:id`, access: 'bearer', handle: showEvent },
  {
    method: 'POST',
    path: `${notifications}/webhooks-events/:id/resend`,
    access: 'bearer',
    body: 'json',
    handle: resendEvent,
  },
  {
    method: 'POST',
    path: `${notifications}/verify-webhook-signature`,
    access: 'bearer',
    body: 'json',
    handle: verifySignature,
  },
  { method: 'GET', path: `${notifications}/certs/:id`, access: 'everyone', handle: showCertificate },

  { method: 'GET', path: '/checkoutnow', access: 'everyone', handle: showApprovalPage },
  { method: 'POST', path: '/checkoutnow', access: 'everyone', body: 'form', handle: decideApproval },

  { method: 'POST', path: '/__emulator/adopt', access: 'client', body: 'json', handle: adoptOrder },
  {
    method: 'GET',
    path: '/__emulator/approval.js',
    access: 'everyone',
    handle: asset(new URL('console/assets/approval.js', import.meta.url), 'text/javascript; charset=utf-8'),
  },
  ...consoleRoutes<Emulator>({
    cards: (emulator, forms) =>
      [...emulator.store.orders.values()].reverse().map(order => paymentCard(emulator, order, forms)),
    trigger: triggerEventByRequest,
  }),
]

const isApiPath = (path: string) => /^\/v[12]\//.test(path)

export const paypalApi: Api<Emulator, Access> = {
  routes,
  isApiPath,
  requireAccess: (emulator, access, headers, path) =>
    requireAccess(emulator, access ?? (isApiPath(path) ? 'bearer' : undefined), headers),
  perform,
  refuse: refusalAnswer,
  newRequestId: newDebugId,
  requestIdHeader: 'paypal-debug-id',
}

/** Performs a call, once for each PayPal-Request-Id where the route honours it. */
async function perform(emulator: Emulator, { route, key, request, receive }: Call<Emulator, Access>): Promise<Answer> {
  const act = async () => route.handle(emulator, await receive())
  const { repeat } = route
  const requestId = repeat && requestIdOf(request.headers)
  if (!repeat || !requestId) return act()
  return performOnce(emulator, `${key} ${requestId}`, act, id => repeat(emulator, { ...request, id }))
}
