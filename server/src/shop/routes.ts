import {
  COUNTRIES,
  changeVisitorPassword,
  getCountryForm,
  getHome,
  getSettings,
  getShop,
  getTextPage,
  getVisitorPassword,
  listCountries,
  listSettingsHistory,
  listTextPages,
  SPEC_PAGES,
  textPath,
  undoSettingsChange,
  updateSettings,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { hashPassword } from '../people/passwords.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tag } from '../platform/database/invalidation.ts'
import { transact } from '../platform/database/transact.ts'
import { notFound, ok, okPage } from '../platform/http/errors.ts'
import { sharedRoute } from '../platform/http/shared-calls.ts'
import { mayCall } from './closed-shop.ts'
import { countryFormOf } from './country-form.ts'
import { orderTermsOf } from './order-terms.ts'
import { fillIn, placeholderValues, renderPage } from './render-text.ts'
import { findVisitorPassword, updateVisitorPassword } from './settings.repository.ts'
import { bareShop, changeSettings, showHistory, showHome, showShop, undoChange } from './settings.service.ts'
import { findForStaff, findPublished, listAll } from './texts.ts'

export const countryRoutes: FastifyPluginAsyncZod = async app => {
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

export const shopRoutes: FastifyPluginAsyncZod = async app => {
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

export const settingsRoutes: FastifyPluginAsyncZod = async app => {
  const answer = async (message?: string) => ok(await app.settings.current(), message)

  app.route({ ...getSettings, handler: () => answer() })

  app.route({
    ...updateSettings,
    handler: async ({ body, user }) => {
      await changeSettings(app.db, app.gateways, user.id, body)
      return answer('Settings saved.')
    },
  })

  app.route({
    ...listSettingsHistory,
    handler: async ({ query }) => okPage(await showHistory(app.db, query), query),
  })

  app.route({
    ...undoSettingsChange,
    handler: async ({ params, user }) => {
      await undoChange(app.db, app.gateways, user.id, params.id)
      return answer('Change undone.')
    },
  })
}

/** Changes of pages and of settings invalidate `shop`; deleted pictures invalidate `catalog`. */
const tagsOf = ({ html }: { html: string }): Tag[] => (html.includes('<img') ? ['shop', 'catalog'] : ['shop'])

export const textRoutes: FastifyPluginAsyncZod = async app => {
  const shop = async () => {
    const settings = await app.settings.current()
    return { settings, orderSeconds: orderTermsOf(app.env, settings).orderTtlSeconds }
  }

  sharedRoute(app, listTextPages, async db => {
    const { settings, orderSeconds } = await shop()
    const values = placeholderValues(settings, orderSeconds)
    const pages = (await listAll(db)).filter(({ isPublished }) => isPublished)
    const body = ok(pages.map(({ slug, title }) => ({ slug, title: fillIn(title, values), path: textPath(slug) })))
    return { body, tags: ['shop'] }
  })

  sharedRoute(app, getTextPage, async (db, { params }) => {
    const page = await findPublished(db, params.slug)
    const privacy = await findForStaff(db, SPEC_PAGES['privacy-policy'])
    const rendered = await renderPage(db, await shop(), page, privacy)
    return { body: ok(rendered), tags: tagsOf(rendered) }
  })
}

/** Staff learn whether there is a password, not which. */
export const visitorPasswordRoutes: FastifyPluginAsyncZod = async app => {
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
