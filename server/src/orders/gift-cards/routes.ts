import { giftCardCalls, IDEMPOTENCY_HEADER } from '@mela/contract'
import type { FastifyPluginAsync } from 'fastify'
import { answerCalls } from '../../platform/http/answer-calls.ts'
import { ok, okPage } from '../../platform/http/errors.ts'
import { addressOf, siteOf } from '../../platform/limits/request-limits.ts'
import { paymentModeOf } from '../../shop/order-terms.ts'
import { adjustGiftCard, makeGiftCard, sendGiftCard, setGiftCardActive } from './change-gift-cards.ts'
import { checkGiftCard } from './find-gift-cards.ts'
import { listGiftCards, showGiftCard, sumLiability } from './read-gift-cards.ts'

export const giftCardRoutes: FastifyPluginAsync = async app => {
  answerCalls(app, giftCardCalls, {
    'POST /gift-cards/balance': async request => {
      const guesser = { address: addressOf(request), site: siteOf(request) }
      return ok(await checkGiftCard(app.db, app.env, guesser, request.body.code))
    },
    'GET /gift-cards': async ({ query }) => okPage(await listGiftCards(app.db, query), query),
    'GET /gift-cards/liability': async () => ok(await sumLiability(app.db)),
    'POST /gift-cards': async ({ body, headers, user }, reply) => {
      const { money } = await app.settings.current()
      const card = await makeGiftCard(app.db, user.id, money.currency, body, headers[IDEMPOTENCY_HEADER])
      return reply.code(201).send(ok(card, 'The gift card is on its way to its recipient.'))
    },
    'GET /gift-cards/:id': async ({ params }) => ok(await showGiftCard(app.db, params.id)),
    'POST /gift-cards/:id/adjustments': async ({ params, body, headers, user }) =>
      ok(
        await adjustGiftCard(app.db, user.id, params.id, body, headers[IDEMPOTENCY_HEADER]),
        'The balance was changed.',
      ),
    'PATCH /gift-cards/:id': async ({ params, body: { isActive }, user }) => {
      const mode = paymentModeOf(app.env, await app.settings.current())
      return ok(await setGiftCardActive(app.db, user.id, params.id, { isActive, mode }))
    },
    'POST /gift-cards/:id/emails': async ({ params, body, user }) => {
      await sendGiftCard(app.db, user.id, params.id, body?.recipient)
      return ok(null, 'The email is on its way.')
    },
  })
}
