import * as contract from '@mela/contract'
import {
  addAddress,
  changeAddress,
  changeRole,
  changeStatus,
  deleteAccount,
  deleteAddress,
  deleteReviewsOfCustomer,
  downloadOwnData,
  endSessionOfCustomer,
  endSessionsOfCustomer,
  getCurrentUser,
  getCustomerOverview,
  getUser,
  IDEMPOTENCY_HEADER,
  listAddresses,
  listCustomers,
  listOrdersOfCustomer,
  listStaff,
  removeAvatar,
  shopInfoOf,
  UNDO_DAYS,
  updateProfile,
  uploadAvatar,
} from '@mela/contract'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { receiveImage, takeUploads, uploadPlaces } from '../media/uploads.ts'
import { listOwnOrders } from '../orders/read-orders.ts'
import { clearSessionCookie, tokenOf } from '../people/request-session.ts'
import { presentUser } from '../people/session-user.ts'
import * as staffUsers from '../people/user-lists.ts'
import { ok, okPage } from '../platform/http/errors.ts'
import { idempotencyHeaders } from '../platform/http/idempotency-keys.ts'
import { addressOf } from '../platform/limits/request-limits.ts'
import * as addresses from './addresses.ts'
import { listAddressesOf } from './addresses.ts'
import * as avatars from './change-profile.ts'
import { changeProfile } from './change-profile.ts'
import { closeAccount } from './close-account.ts'
import { exportOwnData } from './export-own-data.ts'
import { deleteReviews, giveRole, setStatus, showOverview, showUser, signOut } from './staff-users.ts'
import { reopenAccount, restoreEmail } from './undo-links.ts'

const closed = `Your account is closed and will be erased in ${UNDO_DAYS} days. Until then the link in our email reopens it.`

export const accountRoutes: FastifyPluginAsyncZod = async app => {
  await app.register(avatarUpload)

  app.route({
    ...updateProfile,
    // Like a registration, the answer reveals which addresses have an account.
    config: { limitWhen: ({ body, user }) => asksForAddress(body, user.email) },
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

  app.route({
    ...downloadOwnData,
    handler: async (request, reply) => {
      reply.header('content-disposition', 'attachment; filename="my-data.json"')
      return ok(await exportOwnData(app.db, request.user.id, addressOf(request)))
    },
  })

  app.route({
    ...deleteAccount,
    handler: async (request, reply) => {
      const caller = { user: request.user, token: tokenOf(request) }
      const isErased = await closeAccount(app.db, app.env, app.files, caller, request.body ?? {})
      clearSessionCookie(reply)
      return ok(null, isErased ? 'Your account was deleted.' : closed)
    },
  })

  const shop = async () => shopInfoOf(await app.settings.current())

  app.route({
    ...getCurrentUser,
    handler: async ({ user }) => ok(presentUser(user)),
  })

  app.route({
    ...listAddresses,
    handler: async ({ user }) => ok(await listAddressesOf(app.db, user.id)),
  })

  app.route({
    ...addAddress,
    schema: { ...addAddress.schema, headers: idempotencyHeaders },
    handler: async ({ user, body, headers }, reply) => {
      const address = await addresses.saveAddress(app.db, await shop(), user.id, body, headers[IDEMPOTENCY_HEADER])
      return reply.code(201).send(ok(address, 'Address added successfully.'))
    },
  })

  app.route({
    ...changeAddress,
    handler: async ({ user, params, body }) => {
      const address = await addresses.changeAddress(app.db, await shop(), user.id, params.addressId, body)
      return ok(address, 'Address updated successfully.')
    },
  })

  app.route({
    ...deleteAddress,
    handler: async ({ user, params }) => {
      await addresses.deleteAddress(app.db, user.id, params.addressId)
      return ok(null, 'Address deleted successfully!')
    },
  })

  app.route({
    ...listCustomers,
    handler: async ({ query }) => okPage(await staffUsers.listCustomers(app.db, query), query),
  })

  app.route({
    ...listStaff,
    handler: async ({ query }) => okPage(await staffUsers.listStaff(app.db, query), query),
  })

  app.route({ ...getUser, handler: async ({ params }) => ok(await showUser(app.db, params.id)) })

  app.route({
    ...changeRole,
    handler: async ({ user: actor, params, body }) =>
      ok(await giveRole(app.db, app.env, { actor, userId: params.userId }, body), updated),
  })

  app.route({
    ...changeStatus,
    handler: async ({ user: actor, params, body }) =>
      ok(await setStatus(app.db, app.env, { actor, userId: params.id }, body), updated),
  })

  app.route({ ...getCustomerOverview, handler: async ({ params }) => ok(await showOverview(app.db, params.id)) })

  app.route({
    ...listOrdersOfCustomer,
    handler: async ({ params, query }) => okPage(await listOwnOrders(app.db, params.id, query), query),
  })

  app.route({
    ...deleteReviewsOfCustomer,
    handler: async ({ user, params }) => {
      const count = await deleteReviews(app.db, user.id, params.id)
      return ok(null, `${count} ${count === 1 ? 'review' : 'reviews'} deleted.`)
    },
  })

  app.route({
    ...endSessionsOfCustomer,
    handler: async ({ user, params }) => {
      await signOut(app.db, user.id, params.id)
      return ok(null, 'Signed out everywhere.')
    },
  })

  app.route({
    ...endSessionOfCustomer,
    handler: async ({ user, params }) => {
      await signOut(app.db, user.id, params.id, params.sessionId)
      return ok(null, 'Signed out of this device.')
    },
  })

  app.route({
    ...contract.restoreEmail,
    handler: async ({ body }) => {
      await restoreEmail(app.db, body.token)
      return ok(null, 'Your account is back at this address, and every device is signed out.')
    },
  })

  app.route({
    ...contract.reopenAccount,
    handler: async ({ body }) => {
      await reopenAccount(app.db, body.token)
      return ok(null, 'Your account is open again.')
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
    handler: request =>
      places.hold(addressOf(request), async () => {
        const { bytes } = await receiveImage(request, 'avatar')
        return ok(await avatars.changeAvatar(app.db, app, request.user.id, bytes), 'Avatar uploaded successfully.')
      }),
  })
}

const updated = 'User updated successfully.'
