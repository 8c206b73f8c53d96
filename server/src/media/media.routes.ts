import fastifyStatic from '@fastify/static'
import { AVATAR_WIDTH, EMAIL_FORMATS, PICTURE_WIDTHS } from '@mela/contract'
import type { FastifyPluginAsync } from 'fastify'
import { MEDIA_PATH } from './media.repository.ts'

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
