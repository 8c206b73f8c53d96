import fastifyStatic from '@fastify/static'
import { AVATAR_WIDTH, EMAIL_FORMATS, mediaCalls, PICTURE_WIDTHS, storable, UPLOAD_MEGABYTES } from '@mela/contract'
import type { FastifyPluginAsync } from 'fastify'
import { answerCalls } from '../platform/http/answer-calls.ts'
import { notFound, ok, okPage } from '../platform/http/errors.ts'
import { addPicture, deletePicture, listGallery, listMedia, listUses } from './media-library.ts'
import { findMedia, MEDIA_PATH } from './media-rows.ts'
import { receiveImage, takeUploads, uploadPlaces } from './uploads.ts'

const widths = [...PICTURE_WIDTHS, AVATAR_WIDTH].join('|')
const pictureFile = new RegExp(`^/[0-9a-f]{32}-(${widths})\\.(webp|avif|${EMAIL_FORMATS.join('|')})$`)

/** A name's contents never change, so browsers may cache pictures for ever. */
export const mediaFileRoutes: FastifyPluginAsync = async app => {
  await app.register(pictureFiles, { prefix: MEDIA_PATH })
}

const pictureFiles: FastifyPluginAsync = async app => {
  // Emails and search engines embed them, too.
  const headers = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'cross-origin' }
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('Not found.'))
  await app.register(fastifyStatic, {
    root: app.files.folder,
    allowedPath: path => pictureFile.test(path),
    index: false,
    maxAge: '365d',
    immutable: true,
  })
}

/** Names of pictures are public, as the pictures are. */
export const mediaLibraryRoutes: FastifyPluginAsync = async app => {
  answerCalls(app, mediaCalls, {
    'GET /media/gallery': async ({ query }) => ok(await listGallery(app.db, query.gallery)),
    'GET /media/:id': async ({ params }) => {
      const media = await findMedia(app.db, params.id)
      if (!media) throw notFound('Media not found.')
      return ok(media)
    },
    'GET /media': async ({ query }) => okPage(await listMedia(app.db, query), query),
    'GET /media/:id/products': async ({ params }) => ok(await listUses(app.db, params.id)),
    'DELETE /media/:id': async ({ user, params }) => {
      await deletePicture(app.db, app.files, user.id, params.id)
      return ok(null, 'Media deleted successfully.')
    },
  })

  await app.register(uploadRoutes)
}

/** The form has no field for a picture's name, so its file gives it. */
const nameOf = (file: string) => storable(storable(file).trim().slice(0, 120)) || 'Picture'

const uploadRoutes: FastifyPluginAsync = async app => {
  const places = uploadPlaces()
  await takeUploads(app, UPLOAD_MEGABYTES)

  answerCalls(app, mediaCalls, {
    'POST /media': (request, reply) =>
      places.hold(request.user.id, async () => {
        const { bytes, name } = await receiveImage(request, 'image', UPLOAD_MEGABYTES)
        const given = { bytes, use: request.query.use, name: nameOf(name), alt: '', actor: request.user.id }
        const { media, isFirst } = await addPicture(app.db, app, given)
        const note = isFirst ? ' Of its moving pictures the first one is shown.' : ''
        return reply.code(201).send(ok(media, `Media uploaded successfully.${note}`))
      }),
  })
}
