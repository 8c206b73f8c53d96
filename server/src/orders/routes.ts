import { cartCalls, guestOrderCalls, IDEMPOTENCY_HEADER, invoiceCalls, orderCalls } from '@mela/contract'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { callerOf, setSessionCookie, tokenOf } from '../people/request-session.ts'
import { answerCalls } from '../platform/http/answer-calls.ts'
import { ok, okPage } from '../platform/http/errors.ts'
import { addressOf } from '../platform/limits/request-limits.ts'
import { mostUnits, orderTermsOf } from '../shop/order-terms.ts'
import { saveCart, showCart } from './carts/save-cart.ts'
import { requireSharedCart, shareCart } from './carts/share-cart.ts'
import { makeInvoice } from './invoices/invoice-document.ts'
import { openGuestSession, renewGuestLink, requireGuestOrder } from './open-guest-order.ts'
import { placeGuestOrder } from './place-guest-order.ts'
import { placeOrder } from './place-order.ts'
import { quoteCart } from './quote-cart.ts'
import { findOwnOrders, listOwnOrders, listUnpaidOrders, requireOwnOrder } from './read-orders.ts'

export const orderRoutes: FastifyPluginAsync = async app => {
  answerCalls(app, orderCalls, {
    'POST /orders': async (request, reply) => {
      const shopper = { userId: request.user.id, address: addressOf(request) }
      const key = request.headers[IDEMPOTENCY_HEADER]
      const terms = orderTermsOf(app.env, await app.settings.current())
      const order = await placeOrder(app.db, terms, shopper, request.body, key, app.gateways.all)
      return reply.code(201).send(ok(order, 'Order created successfully.'))
    },
    'POST /quotes': async request => {
      const terms = orderTermsOf(app.env, await app.settings.current())
      const caller = { userId: request.visitor?.id, address: addressOf(request), limits: terms.guesses }
      return ok(await quoteCart(app.db, terms, caller, request.body))
    },
    'GET /orders/current-user': async ({ query, user }) => okPage(await listOwnOrders(app.db, user.id, query), query),
    'GET /orders/current-user/unpaid': async ({ user }) => ok(await listUnpaidOrders(app.db, user.id)),
    'GET /orders/current-user/named': async ({ query, user }) => ok(await findOwnOrders(app.db, user.id, query.name)),
    'GET /orders/current-user/:id': async ({ params, user }) => ok(await requireOwnOrder(app.db, user.id, params.id)),
    'GET /shop/terms': async () => {
      const terms = orderTermsOf(app.env, await app.settings.current())
      return ok({ orderSeconds: terms.orderTtlSeconds, orderUnits: mostUnits(terms) ?? null })
    },
  })

  answerCalls(app, cartCalls, {
    'GET /cart': async ({ user }) => ok(await showCart(app.db, user.id)),
    'POST /cart/shared': async ({ body }, reply) =>
      reply.code(201).send(ok({ token: await shareCart(app.db, body.lines) }, 'The link is ready.')),
    'GET /cart/shared/:token': async ({ params }) => ok(await requireSharedCart(app.db, params.token)),
    'PUT /cart': async request => ok(await saveCart(app.db, callerOf(request), request.body)),
  })

  answerCalls(app, guestOrderCalls, {
    'POST /orders/guest': async (request, reply) => {
      const key = request.headers[IDEMPOTENCY_HEADER]
      const terms = orderTermsOf(app.env, await app.settings.current())
      const { order, token } = await placeGuestOrder(
        app.db,
        terms,
        browserOf(request),
        request.body,
        key,
        app.gateways.all,
      )
      await setSessionCookie(reply, token, true)
      return reply.code(201).send(ok(order, 'Order created successfully.'))
    },
    'GET /orders/guest/:token': async ({ params }) => ok(await requireGuestOrder(app.db, params.token)),
    'POST /orders/guest/sessions': async (request, reply) => {
      const { order, token } = await openGuestSession(app.db, browserOf(request), request.body.token)
      if (token) await setSessionCookie(reply, token, true)
      return ok({ order })
    },
    'POST /orders/guest/links': async ({ body }) => {
      await renewGuestLink(app.db, body.token)
      return ok(null, 'If this link was for an order, a new one is on its way to the address of that order.')
    },
  })

  answerCalls(app, invoiceCalls, {
    'GET /invoices/:id': async ({ params, user }, reply) => {
      const { name, content } = await makeInvoice(app.db, params.id, user.role === 'admin' ? undefined : user.id)
      reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`)
      return reply.send(content)
    },
  })
}

const browserOf = (request: FastifyRequest) => ({
  visitor: request.visitor,
  token: tokenOf(request),
  userAgent: request.headers['user-agent'],
  address: addressOf(request),
})
