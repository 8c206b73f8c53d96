import { getTextPage, listTextPages, SPEC_PAGES, textPath } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Tag } from '../platform/database/invalidation.ts'
import { ok } from '../platform/http/envelope.ts'
import { sharedRoute } from '../platform/http/shared-calls.ts'
import { orderTermsOf } from './order-terms.ts'
import { fillIn, placeholderValues } from './placeholders.ts'
import { renderPage } from './render-text.ts'
import { findForStaff, findPublished, listAll } from './texts.service.ts'

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
