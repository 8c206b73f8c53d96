import {
  accountCalls,
  addressCalls,
  currentUserCalls,
  IDEMPOTENCY_HEADER,
  ownDataCalls,
  paths,
  recoveryCalls,
  reminderCalls,
  shopInfoOf,
  staffUserCalls,
  UNDO_DAYS,
} from '@mela/contract'
import type { FastifyPluginAsync } from 'fastify'
import { receiveImage, takeUploads, uploadPlaces } from '../media/uploads.ts'
import { listOwnOrders } from '../orders/read-orders.ts'
import { callerOf, clearSessionCookie } from '../people/request-session.ts'
import { presentUser } from '../people/session-user.ts'
import { answerCalls } from '../platform/http/answer-calls.ts'
import { ok, okPage } from '../platform/http/errors.ts'
import { addressOf } from '../platform/limits/request-limits.ts'
import { paymentModeOf } from '../shop/order-terms.ts'
import { changeAddress, deleteAddress, listAddressesOf, saveAddress } from './addresses.ts'
import { changeAvatar, changeProfile, replaceAvatar } from './change-profile.ts'
import { closeAccount } from './close-account.ts'
import { exportOwnData } from './export-own-data.ts'
import { setReminders, showReminders, stopReminders } from './reminders.ts'
import {
  deleteReviews,
  giveRole,
  listCustomers,
  listStaff,
  setStatus,
  showOverview,
  showUser,
  signOut,
} from './staff-users.ts'
import { reopenAccount, restoreEmail } from './undo-links.ts'

const closed = `Your account is closed and will be erased in ${UNDO_DAYS} days. Until then the link in our email reopens it.`

export const accountRoutes: FastifyPluginAsync = async app => {
  await app.register(avatarUpload)

  answerCalls(app, ownDataCalls, {
    'GET /users/current-user/data': async (request, reply) => {
      reply.header('content-disposition', 'attachment; filename="my-data.json"')
      return ok(await exportOwnData(app.db, request.user.id, addressOf(request)))
    },
  })

  answerCalls(app, accountCalls, {
    'PATCH /users/current-user': {
      // Like a registration, the answer reveals which addresses have an account.
      config: { limitWhen: ({ body, user }) => asksForAddress(body, user.email) },
      handler: async request => {
        const { body } = request
        const changed = await changeProfile(app.db, app.env, callerOf(request), body)
        const isPending = body.email !== undefined && body.email !== changed.email
        return ok(
          changed,
          isPending ? 'Open the link that we have sent to your new address.' : 'Profile updated successfully.',
        )
      },
    },
    'DELETE /users/current-user/avatar': async ({ user }) =>
      ok(await replaceAvatar(app.db, app.files, user.id, null), 'Avatar removed successfully.'),
    'DELETE /users/current-user': async (request, reply) => {
      const isErased = await closeAccount(app.db, app.env, app.files, callerOf(request), request.body ?? {})
      clearSessionCookie(reply)
      return ok(null, isErased ? 'Your account was deleted.' : closed)
    },
  })

  const shop = async () => shopInfoOf(await app.settings.current())

  answerCalls(app, currentUserCalls, {
    'GET /users/current-user': async ({ user }) => ok(presentUser(user)),
  })

  answerCalls(app, addressCalls, {
    'GET /users/current-user/addresses': async ({ user }) => ok(await listAddressesOf(app.db, user.id)),
    'POST /users/current-user/addresses': async (request, reply) => {
      const { body, headers } = request
      const address = await saveAddress(app.db, await shop(), callerOf(request), body, headers[IDEMPOTENCY_HEADER])
      return reply.code(201).send(ok(address, 'Address added successfully.'))
    },
    'PUT /users/current-user/addresses/:addressId': async ({ user, params, body }) => {
      const address = await changeAddress(app.db, await shop(), user.id, params.addressId, body)
      return ok(address, 'Address updated successfully.')
    },
    'DELETE /users/current-user/addresses/:addressId': async ({ user, params }) => {
      await deleteAddress(app.db, user.id, params.addressId)
      return ok(null, 'Address deleted successfully!')
    },
  })

  answerCalls(app, staffUserCalls, {
    'GET /users/customers': async ({ query }) => okPage(await listCustomers(app.db, query), query),
    'GET /users/staff': async ({ query }) => okPage(await listStaff(app.db, query), query),
    'GET /users/:id': async ({ params }) => ok(await showUser(app.db, params.id)),
    'PATCH /users/:userId': async request => {
      const { params, body } = request
      return ok(await giveRole(app.db, app.env, { caller: callerOf(request), userId: params.userId }, body), updated)
    },
    'PATCH /users/user/:id/status': async request => {
      const { params, body } = request
      return ok(await setStatus(app.db, app.env, { caller: callerOf(request), userId: params.id }, body), updated)
    },
    'GET /users/:id/overview': async ({ params }) =>
      ok(await showOverview(app.db, params.id, paymentModeOf(app.env, await app.settings.current()))),
    'GET /users/:id/orders': async ({ params, query }) => okPage(await listOwnOrders(app.db, params.id, query), query),
    'DELETE /users/:id/reviews': async ({ user, params }) => {
      const count = await deleteReviews(app.db, user.id, params.id)
      return ok(null, `${count} ${count === 1 ? 'review' : 'reviews'} deleted.`)
    },
    'DELETE /users/:id/sessions': async ({ user, params }) => {
      await signOut(app.db, user, params.id)
      return ok(null, 'Signed out everywhere.')
    },
    'DELETE /users/:id/sessions/:sessionId': async ({ user, params }) => {
      await signOut(app.db, user, params.id, params.sessionId)
      return ok(null, 'Signed out of this device.')
    },
  })

  await app.register(reminderRoutes)

  answerCalls(app, recoveryCalls, {
    'POST /auth/restore-email': async ({ body }) => {
      await restoreEmail(app.db, body.token)
      return ok(null, 'Your account is back at this address, and every device is signed out.')
    },
    'POST /auth/reopen-account': async ({ body }) => {
      await reopenAccount(app.db, body.token)
      return ok(null, 'Your account is open again.')
    },
  })
}

const asksForAddress = (body: unknown, own: string) =>
  typeof body === 'object' && body !== null && 'email' in body && body.email !== own

/** Per network address, so that slow uploads from one do not block others. */
const UPLOADS_OF_ONE = 2

const avatarUpload: FastifyPluginAsync = async app => {
  const places = uploadPlaces(UPLOADS_OF_ONE)
  await takeUploads(app)

  answerCalls(app, accountCalls, {
    'PATCH /users/current-user/avatar': request =>
      places.hold(addressOf(request), async () => {
        const { bytes } = await receiveImage(request, 'avatar')
        return ok(await changeAvatar(app.db, app, request.user.id, bytes), 'Avatar uploaded successfully.')
      }),
  })
}

const reminderRoutes: FastifyPluginAsync = async app => {
  // Mail programs send a form of either type.
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  app.addContentTypeParser(forms, { parseAs: 'string' }, (_request, _body, done) => done(null))

  answerCalls(app, reminderCalls, {
    'GET /users/current-user/reminders': async ({ user }) => ok(await showReminders(app.db, user.id)),
    'PUT /users/current-user/reminders': async ({ user, body }) => {
      const message = body.isOn ? 'You get reminders.' : 'You get no reminders.'
      return ok(await setReminders(app.db, user.id, body.isOn), message)
    },
    'GET /reminders/:token/stop': async ({ params }, reply) =>
      reply.redirect(`${paths.stopReminders}?token=${encodeURIComponent(params.token)}`),
    'POST /reminders/:token/stop': async ({ params }) => {
      await stopReminders(app.db, params.token)
      return ok(null, 'You get no more reminders.')
    },
  })
}

const updated = 'User updated successfully.'
