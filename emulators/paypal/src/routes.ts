import { issueAccessToken, showUserInfo } from './api/access.ts'
import { adoptOrder } from './api/adopt.ts'
import { captureOrder, showCapture } from './api/captures.ts'
import { acceptClaim, adjudicate, listDisputes, provideEvidence, showDispute } from './api/disputes.ts'
import { createOrder, patchOrder, repeatOrder, showOrder } from './api/orders.ts'
import { refundCapture, repeatRefund, showRefund } from './api/refunds.ts'
import { listEvents, listWebhooks, registerWebhook, resendEvent, showEvent } from './api/webhooks.ts'
import { deleteFaults, listFaults, putFaults } from './base/faults.ts'
import type { Route } from './base/http.ts'
import { showCertificate, verifySignature } from './base/webhook-signature.ts'
import { decideApproval, showApprovalPage } from './console/approval.ts'
import { showApprovalScript, showApprovalStyle, showConsoleStyle } from './console/assets.ts'
import { putClock } from './console/clock.ts'
import { actInConsole, showConsole } from './console/console.ts'
import { postEvent } from './console/provider-events.ts'
import { tokenPath } from './console/request-faults.ts'

const orders = '/v2/checkout/orders'
const captures = '/v2/payments/captures'
const disputes = '/v1/customer/disputes'
const notifications = '/v1/notifications'

const routes: Route[] = [
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
  { method: 'PUT', path: '/__emulator/faults', access: 'local', body: 'json', handle: putFaults },
  { method: 'GET', path: '/__emulator/faults', access: 'local', handle: listFaults },
  { method: 'DELETE', path: '/__emulator/faults', access: 'local', handle: deleteFaults },
  { method: 'POST', path: '/__emulator/events', access: 'local', body: 'json', handle: postEvent },
  { method: 'GET', path: '/__emulator', access: 'local', handle: showConsole },
  { method: 'POST', path: '/__emulator', access: 'local', body: 'form', handle: actInConsole },
  { method: 'PUT', path: '/__emulator/clock', access: 'local', body: 'json', handle: putClock },
  { method: 'GET', path: '/__emulator/console.css', access: 'everyone', handle: showConsoleStyle },
  { method: 'GET', path: '/__emulator/approval.css', access: 'everyone', handle: showApprovalStyle },
  { method: 'GET', path: '/__emulator/approval.js', access: 'everyone', handle: showApprovalScript },
  {
    method: 'GET',
    path: '/__emulator/health',
    access: 'everyone',
    handle: () => ({ status: 200, body: { status: 'ok' } }),
  },
]

export function findRoute(method: string | undefined, path: string) {
  for (const route of routes) {
    const id = method === route.method ? matchPath(route.path, path) : undefined
    if (id !== undefined) return { route, id }
  }
}

/** The part of the path that matches `:id`, '' without `:id`; undefined when the path does not match. */
function matchPath(pattern: string, path: string) {
  const [before = '', after] = pattern.split(':id')
  if (after === undefined) return pattern === path ? '' : undefined
  if (!path.startsWith(before) || !path.endsWith(after)) return

  const id = path.slice(before.length, path.length - after.length)
  return /^[\w.~-]+$/.test(id) ? id : undefined
}
