import { deleteAccount, downloadOwnData, removeAvatar, UNDO_DAYS, updateProfile, uploadAvatar } from '@mela/contract'
import type { FastifyTypeProviderDefault } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { receiveImage, takeUploads, uploadPlaces } from '../media/uploads.ts'
import { clearSessionCookie, signedIn, tokenOf } from '../people/request-session.ts'
import { ok } from '../platform/http/envelope.ts'
import { addressOf } from '../platform/limits/request-limits.ts'
import * as avatars from './avatar.service.ts'
import { closeAccount } from './close-account.ts'
import { openOwnData } from './own-data.ts'
import { changeProfile } from './profile.service.ts'

const closed = `Your account is closed and will be erased in ${UNDO_DAYS} days. Until then the link in our email reopens it.`

const OWN_DATA = {
  'content-type': 'application/json; charset=utf-8',
  'content-disposition': 'attachment; filename="my-data.json"',
}

export const accountRoutes: FastifyPluginAsyncZod = async app => {
  app.addHook('onRequest', signedIn)
  await app.register(avatarUpload)

  app.route({
    ...updateProfile,
    // Like a registration, the answer reveals which addresses have an account.
    config: { limit: 'registrations', limitWhen: ({ body, user }) => asksForAddress(body, user.email) },
    handler: async request => {
      const { user, body } = request
      const changed = await changeProfile(app.db, app.env, { user, token: tokenOf(request) }, body)
      const isPending = body.email !== undefined && body.email !== changed.email
      return ok(
        changed,
        isPending ? 'Open the link that we have sent to your new address.' : 'Profile updated successfully.',
      )
    },
  })

  app.route({
    ...removeAvatar,
    handler: async ({ user }) =>
      ok(await avatars.removeAvatar(app.db, app.files, user.id), 'Avatar removed successfully.'),
  })

  // A stream, checked part by part instead of as one value.
  app.withTypeProvider<FastifyTypeProviderDefault>().route({
    ...downloadOwnData,
    exposeHeadRoute: false,
    handler: async (request, reply) =>
      reply.headers(OWN_DATA).send(await openOwnData(app.db, app.env.dataDir, request.user.id, addressOf(request))),
  })
  app.head(downloadOwnData.url, async (_, reply) => reply.headers(OWN_DATA).send())

  app.route({
    ...deleteAccount,
    handler: async (request, reply) => {
      const caller = { user: request.user, token: tokenOf(request) }
      const isErased = await closeAccount(app.db, app.env, app.files, caller, request.body ?? {})
      clearSessionCookie(reply)
      return ok(null, isErased ? 'Your account was deleted.' : closed)
    },
  })
}

const asksForAddress = (body: unknown, own: string) =>
  typeof body === 'object' && body !== null && 'email' in body && body.email !== own

/** Per network address, so that slow uploads from one do not block others. */
const UPLOADS_OF_ONE = 2

const avatarUpload: FastifyPluginAsyncZod = async app => {
  const places = uploadPlaces(UPLOADS_OF_ONE)
  await takeUploads(app)

  app.route({
    ...uploadAvatar,
    config: { limit: 'uploads' },
    handler: request =>
      places.hold(addressOf(request), async () => {
        const bytes = await receiveImage(request, 'avatar')
        return ok(await avatars.changeAvatar(app.db, app, request.user.id, bytes), 'Avatar uploaded successfully.')
      }),
  })
}
