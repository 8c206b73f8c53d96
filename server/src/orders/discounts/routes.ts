import { discountCalls, IDEMPOTENCY_HEADER } from '@mela/contract'
import type { FastifyPluginAsync } from 'fastify'
import { answerCalls } from '../../platform/http/answer-calls.ts'
import { ok, okPage } from '../../platform/http/errors.ts'
import { paymentModeOf } from '../../shop/order-terms.ts'
import { listDiscounts, showHistory } from './list-discounts.ts'
import { exportCodes, makeCodes } from './make-codes.ts'
import { showDiscount } from './rows.ts'
import { addDiscount, editDiscount, removeDiscount, restoreDiscount, undoChange } from './save-discount.ts'

export const discountRoutes: FastifyPluginAsync = async app => {
  const mode = async () => paymentModeOf(app.env, await app.settings.current())
  const show = async (id: string) => showDiscount(app.db, id, await mode())

  answerCalls(app, discountCalls, {
    'GET /discounts': async ({ query }) => okPage(await listDiscounts(app.db, query, await mode()), query),
    'GET /discounts/:id': async ({ params }) => ok(await show(params.id)),
    'POST /discounts': async ({ user, body, headers }, reply) => {
      const id = await addDiscount(app.db, user.id, body, headers[IDEMPOTENCY_HEADER])
      return reply.code(201).send(ok(await show(id), 'Discount added successfully.'))
    },
    'PATCH /discounts/:id': async ({ user, params, body }) => {
      await editDiscount(app.db, user.id, params.id, body)
      return ok(await show(params.id), 'Discount saved successfully.')
    },
    'DELETE /discounts/:id': async ({ user, params }) => {
      await removeDiscount(app.db, user.id, params.id)
      return ok(null, 'Discount deleted successfully.')
    },
    'POST /discounts/:id/restore': async ({ user, params }) => {
      await restoreDiscount(app.db, user.id, params.id)
      return ok(await show(params.id), 'Discount restored successfully.')
    },
    'GET /discounts/:id/history': async ({ params, query }) =>
      okPage(await showHistory(app.db, params.id, query), query),
    'POST /discounts/:id/history/:entry/undo': async ({ user, params }) => {
      await undoChange(app.db, user.id, params.id, params.entry)
      return ok(await show(params.id), 'Change undone successfully.')
    },
    'POST /discounts/:id/codes': async ({ user, params, body, headers }, reply) => {
      await makeCodes(app.db, user.id, params.id, body, headers[IDEMPOTENCY_HEADER])
      return reply
        .code(201)
        .send(ok(await show(params.id), `${body.count} ${body.count === 1 ? 'code' : 'codes'} made successfully.`))
    },
    'GET /discounts/:id/codes/export': async ({ params }, reply) => {
      const { name, content } = await exportCodes(app.db, params.id)
      const file = name.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()
      reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="codes-${file}.csv"`)
      return reply.send(content)
    },
  })
}
