import {
  createTextPage,
  deleteTextPage,
  getStaffPage,
  listPageHistory,
  listStaffPages,
  previewTextPage,
  restoreTextPage,
  SPEC_PAGES,
  undoPageChange,
  updateTextPage,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ok, okPage } from '../platform/http/errors.ts'
import { orderTermsOf } from './order-terms.ts'
import { renderPreview } from './render-text.ts'
import { showHistory } from './text-history.ts'
import { addPage, editPage, findForStaff, listForStaff, removePage, restorePage, undoChange } from './texts.ts'

export const staffTextRoutes: FastifyPluginAsyncZod = async app => {
  app.route({ ...listStaffPages, handler: async ({ query }) => okPage(await listForStaff(app.db, query), query) })

  app.route({ ...getStaffPage, handler: async ({ params }) => ok(await findForStaff(app.db, params.id)) })

  app.route({
    ...createTextPage,
    handler: async ({ user, body }, reply) =>
      reply.code(201).send(ok(await addPage(app.db, user.id, body), 'Page created.')),
  })

  app.route({
    ...updateTextPage,
    handler: async ({ user, params, body }) => ok(await editPage(app.db, user.id, params.id, body), 'Page saved.'),
  })

  app.route({
    ...deleteTextPage,
    handler: async ({ user, params }) => {
      await removePage(app.db, user.id, params.id)
      return ok(null, 'Page deleted.')
    },
  })

  app.route({
    ...restoreTextPage,
    handler: async ({ user, params }) => ok(await restorePage(app.db, user.id, params.id), 'Page restored.'),
  })

  app.route({
    ...previewTextPage,
    handler: async ({ body }) => {
      const settings = await app.settings.current()
      const shop = { settings, orderSeconds: orderTermsOf(app.env, settings).orderTtlSeconds }
      const privacy = await findForStaff(app.db, SPEC_PAGES['privacy-policy'])
      return ok(await renderPreview(app.db, shop, body, privacy.body))
    },
  })

  app.route({
    ...listPageHistory,
    handler: async ({ params, query }) => okPage(await showHistory(app.db, params.id, query), query),
  })

  app.route({
    ...undoPageChange,
    handler: async ({ user, params }) =>
      ok(await undoChange(app.db, user.id, params.id, params.entry), 'Change undone.'),
  })
}
