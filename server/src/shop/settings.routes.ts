import { getHome, getSettings, getShop, listSettingsHistory, undoSettingsChange, updateSettings } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminOnly } from '../people/request-session.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tag } from '../platform/database/invalidation.ts'
import { ok, okPage } from '../platform/http/envelope.ts'
import { sharedRoute } from '../platform/http/shared-calls.ts'
import { mayCall } from './closed-shop.ts'
import { bareShop, changeSettings, showHistory, showHome, showShop, undoChange } from './settings.service.ts'

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
  sharedRoute(app, getShop, show, { whileClosed: true })
}

export const settingsRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)
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
