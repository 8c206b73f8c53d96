import {
  COUNTRIES,
  changeVisitorPassword,
  createTextPage,
  deleteTextPage,
  getCountryForm,
  getHome,
  getSettings,
  getShop,
  getStaffPage,
  getTextPage,
  getVisitorPassword,
  listCountries,
  listPageHistory,
  listSettingsHistory,
  listStaffPages,
  listTextPages,
  previewTextPage,
  restoreTextPage,
  SPEC_PAGES,
  textPath,
  undoPageChange,
  undoSettingsChange,
  updateSettings,
  updateTextPage,
} from '@mela/contract'
import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { hashPassword } from '../people/passwords.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tag } from '../platform/database/invalidation.ts'
import { transact } from '../platform/database/transact.ts'
import { notFound, ok, okPage } from '../platform/http/errors.ts'
import { sharedRoute } from '../platform/http/shared-calls.ts'
import * as settings from './change-settings.ts'
import { mayCall } from './closed-shop.ts'
import { countryFormOf } from './country-form.ts'
import * as pages from './edit-text.ts'
import { orderTermsOf } from './order-terms.ts'
import { fillIn, placeholderValues, renderPage, renderPreview } from './render-text.ts'
import { findVisitorPassword, updateVisitorPassword } from './settings.ts'
import { bareShop, showHome, showShop } from './show-shop.ts'
import { findForStaff, findPublished, listAll, listForStaff } from './texts.ts'

export const shopRoutes: FastifyPluginAsyncZod = async app => {
  const all = [countryRoutes, infoRoutes, textRoutes, settingsRoutes, visitorPasswordRoutes, staffTextRoutes]
  for (const routes of all) await app.register(routes)
}

const countryRoutes: FastifyPluginAsyncZod = async app => {
  sharedRoute(app, listCountries, async () => {
    const { sold } = (await app.settings.current()).countries
    return { body: ok(sold.map(code => ({ code, name: COUNTRIES[code] ?? code }))), tags: ['shop'] }
  })

  sharedRoute(app, getCountryForm, async (_db, { params }) => {
    const form = await countryFormOf(params.code)
    if (!form) throw notFound('Country not found.')
    return { body: ok(form), tags: ['shop'] }
  })
}

const infoRoutes: FastifyPluginAsyncZod = async app => {
  sharedRoute(app, getHome, async db => {
    const home = await showHome(db, (await app.settings.current()).look)
    const { hero, sections } = home
    const namesOthers = hero.picture || hero.pictureOnPhones || sections.some(({ source }) => source?.of)
    return { body: ok(home), tags: namesOthers ? ['shop', 'catalog'] : ['shop'] }
  })
  const show = async (db: Database) => {
    const settings = await app.settings.current()
    const entries = [...settings.menus.header, ...settings.menus.footer]
    const namesCategories = entries.some(({ kind }) => kind === 'category')
    const tags: Tag[] = namesCategories ? ['shop', 'catalog'] : ['shop']
    return { body: ok(await showShop(db, settings)), tags }
  }
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.url?.endsWith(getShop.url) !== true || (await mayCall(request))) return
    const { body } = await show(app.db)
    return reply.header('cache-control', 'no-store').send({ ...body, data: bareShop(body.data) })
  })
  // Pages for orders and for signing in need it while the shop is closed.
  sharedRoute(app, getShop, show)
}

const settingsRoutes: FastifyPluginAsyncZod = async app => {
  const answer = async (message?: string) => ok(await app.settings.current(), message)

  app.route({ ...getSettings, handler: () => answer() })

  app.route({
    ...updateSettings,
    handler: async ({ body, user }) => {
      await settings.changeSettings(app.db, app.gateways, user.id, body)
      return answer('Settings saved.')
    },
  })

  app.route({
    ...listSettingsHistory,
    handler: async ({ query }) => okPage(await settings.showHistory(app.db, query), query),
  })

  app.route({
    ...undoSettingsChange,
    handler: async ({ params, user }) => {
      await settings.undoChange(app.db, app.gateways, user.id, params.id)
      return answer('Change undone.')
    },
  })
}

/** Changes of pages and of settings invalidate `shop`; deleted pictures invalidate `catalog`. */
const tagsOf = ({ html }: { html: string }): Tag[] => (html.includes('<img') ? ['shop', 'catalog'] : ['shop'])

/** What placeholders in texts name. */
async function findShop(app: FastifyInstance) {
  const settings = await app.settings.current()
  return { settings, orderSeconds: orderTermsOf(app.env, settings).orderTtlSeconds }
}

const textRoutes: FastifyPluginAsyncZod = async app => {
  sharedRoute(app, listTextPages, async db => {
    const { settings, orderSeconds } = await findShop(app)
    const values = placeholderValues(settings, orderSeconds)
    const pages = (await listAll(db)).filter(({ isPublished }) => isPublished)
    const body = ok(pages.map(({ slug, title }) => ({ slug, title: fillIn(title, values), path: textPath(slug) })))
    return { body, tags: ['shop'] }
  })

  sharedRoute(app, getTextPage, async (db, { params }) => {
    const page = await findPublished(db, params.slug)
    const privacy = await findForStaff(db, SPEC_PAGES['privacy-policy'])
    const rendered = await renderPage(db, await findShop(app), page, privacy)
    return { body: ok(rendered), tags: tagsOf(rendered) }
  })
}

/** Staff learn whether there is a password, not which. */
const visitorPasswordRoutes: FastifyPluginAsyncZod = async app => {
  app.route({
    ...getVisitorPassword,
    handler: async () => ok({ hasPassword: (await findVisitorPassword(app.db)) !== null }),
  })

  app.route({
    ...changeVisitorPassword,
    handler: async ({ body: { password }, user }) => {
      const hash = password === null ? null : await hashPassword(password)
      await transact(app.db, async db => {
        await updateVisitorPassword(db, hash)
        const action = hash === null ? 'settings.visitor_password_removed' : 'settings.visitor_password_set'
        await recordAudit(db, { actor: user.id, action, subject: 'settings:visitors' })
      })
      return ok({ hasPassword: hash !== null }, hash === null ? 'Password removed.' : 'Password saved.')
    },
  })
}

const staffTextRoutes: FastifyPluginAsyncZod = async app => {
  app.route({ ...listStaffPages, handler: async ({ query }) => okPage(await listForStaff(app.db, query), query) })

  app.route({ ...getStaffPage, handler: async ({ params }) => ok(await findForStaff(app.db, params.id)) })

  app.route({
    ...createTextPage,
    handler: async ({ user, body }, reply) =>
      reply.code(201).send(ok(await pages.addPage(app.db, user.id, body), 'Page created.')),
  })

  app.route({
    ...updateTextPage,
    handler: async ({ user, params, body }) =>
      ok(await pages.editPage(app.db, user.id, params.id, body), 'Page saved.'),
  })

  app.route({
    ...deleteTextPage,
    handler: async ({ user, params }) => {
      await pages.removePage(app.db, user.id, params.id)
      return ok(null, 'Page deleted.')
    },
  })

  app.route({
    ...restoreTextPage,
    handler: async ({ user, params }) => ok(await pages.restorePage(app.db, user.id, params.id), 'Page restored.'),
  })

  app.route({
    ...previewTextPage,
    handler: async ({ body }) => {
      const privacy = await findForStaff(app.db, SPEC_PAGES['privacy-policy'])
      return ok(await renderPreview(app.db, await findShop(app), body, privacy.body))
    },
  })

  app.route({
    ...listPageHistory,
    handler: async ({ params, query }) => okPage(await pages.showHistory(app.db, params.id, query), query),
  })

  app.route({
    ...undoPageChange,
    handler: async ({ user, params }) =>
      ok(await pages.undoChange(app.db, user.id, params.id, params.entry), 'Change undone.'),
  })
}
