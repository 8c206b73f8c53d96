import {
  deleteMedia,
  getGallery,
  getMedia,
  listMedia,
  listMediaUses,
  storable,
  UPLOAD_MEGABYTES,
  uploadMedia,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminOnly } from '../people/request-session.ts'
import { ok, okPage } from '../platform/http/envelope.ts'
import { addPicture, deletePicture, showMedia } from './media.service.ts'
import * as library from './media-library.repository.ts'
import { receiveNamedImage, takeUploads, uploadPlaces } from './uploads.ts'

/** Names of pictures are public, as the pictures are. */
export const mediaLibraryRoutes: FastifyPluginAsyncZod = async app => {
  app.route({ ...getGallery, handler: async ({ query }) => ok(await library.listGallery(app.db, query.gallery)) })

  app.route({ ...getMedia, handler: async ({ params }) => ok(await showMedia(app.db, params.id)) })

  await app.register(staffMediaRoutes)
}

const staffMediaRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', adminOnly)

  app.route({ ...listMedia, handler: async ({ query }) => okPage(await library.listMedia(app.db, query), query) })

  app.route({ ...listMediaUses, handler: async ({ params }) => ok(await library.listUses(app.db, params.id)) })

  app.route({
    ...deleteMedia,
    handler: async ({ user, params }) => {
      await deletePicture(app.db, app.files, user.id, params.id)
      return ok(null, 'Media deleted successfully.')
    },
  })

  await app.register(uploadRoutes)
}

/** The form has no field for a picture's name, so its file gives it. */
const nameOf = (file: string) => storable(storable(file).trim().slice(0, 120)) || 'Picture'

const uploadRoutes: FastifyPluginAsyncZod = async app => {
  const places = uploadPlaces()
  await takeUploads(app, UPLOAD_MEGABYTES)

  app.route({
    ...uploadMedia,
    config: { limit: 'uploads' },
    handler: (request, reply) =>
      places.hold(request.user.id, async () => {
        const { bytes, name } = await receiveNamedImage(request, 'image', UPLOAD_MEGABYTES)
        const named = { name: nameOf(name), alt: '', actor: request.user.id }
        const { media, isFirst } = await addPicture(app.db, app, {
          bytes,
          use: request.query.use ?? 'picture',
          ...named,
        })
        const note = isFirst ? ' Of its moving pictures the first one is shown.' : ''
        return reply.code(201).send(ok(media, `Media uploaded successfully.${note}`))
      }),
  })
}
