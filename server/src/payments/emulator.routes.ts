import cookie from '@fastify/cookie'
import { emulatorPath, type PaymentGatewayName } from '@mela/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { adminOnly, recogniseVisitors } from '../people/request-session.ts'
import { ShopError } from '../platform/http/errors.ts'
import { refuseOtherOrigins } from '../platform/http/same-origin.ts'
import { limitCalls } from '../platform/limits/request-limits.ts'
import type { PaymentGateway } from './gateways/gateway.ts'

const approvalPaths: Record<PaymentGatewayName, string> = { paypal: '/checkoutnow', stripe: '/c/pay' }

/** What buyers' browsers need; the token of a payment suffices to approve it, as at the emulator itself. */
const forBuyers = (name: PaymentGatewayName) => ({
  GET: [approvalPaths[name], '/__emulator/approval.css', '/__emulator/approval.js'],
  POST: [approvalPaths[name]],
})
const FOR_ADMINS = { GET: ['/__emulator', '/__emulator/console.css'], POST: ['/__emulator', '/__emulator/events'] }

const LONGEST_BODY = 20_000
const PATIENCE_MS = 10_000
/** Headers of the emulator's answers. Its pages bring a stricter content security policy than the shop's. */
const PASSED_ON = ['content-type', 'content-security-policy', 'location']

interface EmulatorAt {
  gateway: PaymentGateway
  at: string
}

/** Only these paths are forwarded, in test mode alone, and of a request only its fields: no cookies, no headers. */
export async function emulatorRoutes(app: FastifyInstance, emulator: EmulatorAt): Promise<void> {
  refuseOtherOrigins(app)
  await app.register(cookie)
  limitCalls(app)
  recogniseVisitors(app)
  app.removeAllContentTypeParsers()
  const types = ['application/x-www-form-urlencoded', 'application/json']
  app.addContentTypeParser(types, { parseAs: 'string' }, (_request, body, done) => done(null, body))

  const pass = (path: string) => (request: FastifyRequest, reply: FastifyReply) =>
    passOn(emulator, path, request, reply)
  const base = emulatorPath(emulator.gateway.name)
  function open(app: FastifyInstance, paths: { GET: string[]; POST: string[] }) {
    for (const path of paths.GET) app.get(base + path, hidden, pass(path))
    for (const path of paths.POST) {
      app.post(base + path, { ...hidden, bodyLimit: LONGEST_BODY }, pass(path))
    }
  }
  open(app, forBuyers(emulator.gateway.name))
  await app.register(async app => {
    app.addHook('onRequest', adminOnly)
    open(app, FOR_ADMINS)
  })
}

const hidden = { schema: { hide: true } } as const

async function passOn({ gateway, at }: EmulatorAt, path: string, request: FastifyRequest, reply: FastifyReply) {
  const url = new URL(path, at)
  url.search = String(new URLSearchParams(request.query as Record<string, string>))
  const type = request.headers['content-type']
  const answer = await fetch(url, {
    method: request.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: { 'x-forwarded-prefix': emulatorPath(gateway.name), ...(type !== undefined && { 'content-type': type }) },
    ...(typeof request.body === 'string' && { body: request.body }),
  }).catch(() => {
    throw new ShopError('unavailable', `The ${gateway.displayName} emulator does not answer.`)
  })
  for (const name of PASSED_ON) {
    const value = answer.headers.get(name)
    if (value !== null) reply.header(name, value)
  }
  return (
    reply
      .code(answer.status)
      .header('cache-control', 'no-store')
      // Forms of a page without a referrer are sent with the origin "null".
      .header('referrer-policy', 'same-origin')
      // The approval's window notifies the pay page of the decision.
      .header('cross-origin-opener-policy', 'same-origin-allow-popups')
      .send(answer.status === 204 ? undefined : Buffer.from(await answer.arrayBuffer()))
  )
}
