import { getCollection, listCollectionProducts } from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { listTags } from '../platform/http/cache-tags.ts'
import { ok } from '../platform/http/envelope.ts'
import { sharedRoute } from '../platform/http/shared-calls.ts'
import { findShown, showCollection, showCollectionProducts, tagsOf } from './collections.service.ts'
import { okProductPage } from './product-page.ts'

export const collectionRoutes: FastifyPluginAsyncZod = async app => {
  sharedRoute(app, getCollection, async (db, { params }) => {
    const found = await findShown(db, params.slug)
    return { body: ok(await showCollection(db, found)), tags: tagsOf(found) }
  })

  sharedRoute(
    app,
    listCollectionProducts,
    async (db, { params, query }) => {
      const found = await findShown(db, params.slug)
      const page = await showCollectionProducts(db, found, query)
      return { body: okProductPage(page, query), tags: [...tagsOf(found), ...listTags(page.rows, query)] }
    },
    { limit: 'searches' },
  )
}
