import {
  COUNTRIES,
  countryFormCalls,
  listTakers,
  mailServerCalls,
  type Settings,
  SPEC_PAGES,
  settingsCalls,
  shopCalls,
  textPageCalls,
  textPath,
} from '@mela/contract'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { hashPassword } from '../people/passwords.ts'
import { callerOf } from '../people/request-session.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tag } from '../platform/database/invalidation.ts'
import { transact } from '../platform/database/transact.ts'
import { answerCalls } from '../platform/http/answer-calls.ts'
import { notFound, ok, okPage } from '../platform/http/errors.ts'
import { shareCalls } from '../platform/http/shared-calls.ts'
import { changeSettings, requireProof, showHistory, undoChange } from './change-settings.ts'
import { countryFormOf } from './check-address.ts'
import { mayCall } from './closed-shop.ts'
import { removeMailServer, saveMailServer, showMailServer } from './mail-server.ts'
import { orderTermsOf } from './order-terms.ts'
import { fillIn, placeholderValues, renderPage, renderPreview } from './render-text.ts'
import { findVisitorPassword } from './settings.ts'
import { bareShop, showHome, showShop } from './show-shop.ts'
import * as texts from './texts.ts'

export const shopRoutes: FastifyPluginAsync = async app => {
  for (const routes of [infoRoutes, textRoutes, settingsRoutes, mailServerRoutes]) await app.register(routes)
}

const infoRoutes: FastifyPluginAsync = async app => {
  const show = async (db: Database) => {
    const settings = await app.settings.current()
    const entries = [...settings.menus.header, ...settings.menus.footer]
    const namesCategories = entries.some(({ kind }) => kind === 'category')
    const express = expressAt(app.gateways.all, settings)
    const shop = { ...(await showShop(db, settings)), ...(express.length > 0 && { express }) }
    // Its holidays are those of the coming days.
    const tags: Tag[] = [
      'shop',
      'gateways',
      ...(namesCategories ? ['catalog' as const] : []),
      ...(shop.calendar ? ['day' as const] : []),
    ]
    return { body: ok(shop), tags }
  }
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.url?.endsWith('/shop') !== true || (await mayCall(request))) return
    const { body } = await show(app.db)
    return reply.header('cache-control', 'no-store').send({ ...body, data: bareShop(body.data) })
  })

  shareCalls(app, countryFormCalls, {
    'GET /shop/countries': async () => {
      const { sold } = (await app.settings.current()).countries
      return { body: ok(sold.map(code => ({ code, name: COUNTRIES[code] ?? code }))), tags: ['shop'] }
    },
    'GET /shop/countries/:code': async (_db, { params }) => {
      const form = countryFormOf(params.code)
      if (!form) throw notFound('Country not found.')
      return { body: ok(form), tags: ['shop'] }
    },
  })

  shareCalls(app, shopCalls, {
    // Pages for orders and for signing in need it while the shop is closed.
    'GET /shop': show,
    'GET /shop/home': async db => {
      const { look } = await app.settings.current()
      return { body: ok(await showHome(db, look)), tags: ['shop', 'catalog'] }
    },
  })
}

/** An order that a way to pay is not offered for is known at the press: the server says so. */
function expressAt(gateways: FastifyInstance['gateways']['all'], settings: Settings) {
  const takers = settings.payments.express ? listTakers(settings, gateways) : []
  const able = gateways.filter(({ name, express }) => express && takers.includes(name))
  return able.map(({ name, displayName, mode }) => ({ name, displayName, mode }))
}

const settingsRoutes: FastifyPluginAsync = async app => {
  const answer = async (message?: string) => ok(await app.settings.current(), message)

  answerCalls(app, settingsCalls, {
    'GET /settings': () => answer(),
    'PATCH /settings': async request => {
      const { password, code, ...change } = request.body
      await requireProof(app, request.user, change, { password, code })
      await changeSettings(app.db, app.gateways, callerOf(request), change)
      return answer('Settings saved.')
    },
    'GET /settings/history': async ({ query }) => okPage(await showHistory(app.db, query), query),
    'POST /settings/history/:id/undo': async ({ params, user }) => {
      await undoChange(app.db, app.gateways, user.id, params.id)
      return answer('Change undone.')
    },
    // Staff learn whether there is a password, not which.
    'GET /settings/visitors': async () => ok({ hasPassword: (await findVisitorPassword(app.db)) !== null }),
    'PUT /settings/visitors': async ({ body: { password }, user }) => {
      const hash = password === null ? null : await hashPassword(password)
      await transact(app.db, async db => {
        await db.updateTable('settings').set({ visitor_password_hash: hash }).execute()
        const action = hash === null ? 'settings.visitor_password_removed' : 'settings.visitor_password_set'
        await recordAudit(db, { actor: user.id, action, subject: 'settings:visitors' })
      })
      return ok({ hasPassword: hash !== null }, hash === null ? 'Password removed.' : 'Password saved.')
    },
  })
}

const mailServerRoutes: FastifyPluginAsync = async app => {
  const answer = async (message?: string) => ok(await showMailServer(app), message)

  answerCalls(app, mailServerCalls, {
    'GET /settings/mail': () => answer(),
    'PUT /settings/mail': async request => {
      await saveMailServer(app, callerOf(request), request.body)
      return answer('Mail server saved. Send yourself a test email.')
    },
    'DELETE /settings/mail': async request => {
      await removeMailServer(app, callerOf(request), request.body)
      return answer('Mail server removed.')
    },
  })
}

/** What placeholders in texts name. */
async function findShop(app: FastifyInstance) {
  const settings = await app.settings.current()
  return { settings, orderSeconds: orderTermsOf(app.env, settings).orderTtlSeconds }
}

const textRoutes: FastifyPluginAsync = async app => {
  shareCalls(app, textPageCalls, {
    'GET /pages': async db => {
      const { settings, orderSeconds } = await findShop(app)
      const values = placeholderValues(settings, orderSeconds)
      const pages = (await texts.listAll(db)).filter(({ isPublished }) => isPublished)
      const body = ok(pages.map(({ slug, title }) => ({ slug, title: fillIn(title, values), path: textPath(slug) })))
      return { body, tags: ['shop'] }
    },
    'GET /pages/:slug': async (db, { params }) => {
      const page = await texts.findPublished(db, params.slug)
      const privacy = await texts.findForStaff(db, SPEC_PAGES['privacy-policy'])
      // The text may show pictures, which are deleted with the tag of the catalogue.
      return { body: ok(await renderPage(db, await findShop(app), page, privacy)), tags: ['shop', 'catalog'] }
    },
  })

  answerCalls(app, textPageCalls, {
    'GET /pages/staff': async ({ query }) => okPage(await texts.listForStaff(app.db, query), query),
    'GET /pages/staff/:id': async ({ params }) => ok(await texts.findForStaff(app.db, params.id)),
    'POST /pages': async ({ user, body }, reply) =>
      reply.code(201).send(ok(await texts.addPage(app.db, user.id, body), 'Page created.')),
    'PATCH /pages/:id': async ({ user, params, body }) =>
      ok(await texts.editPage(app.db, user.id, params.id, body), 'Page saved.'),
    'DELETE /pages/:id': async ({ user, params }) => {
      await texts.removePage(app.db, user.id, params.id)
      return ok(null, 'Page deleted.')
    },
    'POST /pages/:id/restore': async ({ user, params }) =>
      ok(await texts.restorePage(app.db, user.id, params.id), 'Page restored.'),
    'POST /pages/preview': async ({ body }) => {
      const privacy = await texts.findForStaff(app.db, SPEC_PAGES['privacy-policy'])
      return ok(await renderPreview(app.db, await findShop(app), body, privacy.body))
    },
    'GET /pages/staff/:id/history': async ({ params, query }) =>
      okPage(await texts.showHistory(app.db, params.id, query), query),
    'POST /pages/staff/:id/history/:entry/undo': async ({ user, params }) =>
      ok(await texts.undoChange(app.db, user.id, params.id, params.entry), 'Change undone.'),
  })
}
