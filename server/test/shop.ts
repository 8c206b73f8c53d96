import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { API_BASE, errorCodes, SPEC_GATEWAY } from '@mela/contract'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, inject } from 'vitest'
import { buildApp } from '../src/app.ts'
import { folderStore } from '../src/media/file-store.ts'
import { type OpenGateways, openGateways } from '../src/payments/gateways/open-gateway.ts'
import { hashPassword } from '../src/people/passwords.ts'
import { SESSION_COOKIE } from '../src/people/request-session.ts'
import { insertSession } from '../src/people/sessions.ts'
import { type Connection, connect } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/ids.ts'
import { cookieName, isOfRealShop } from '../src/platform/http/same-origin.ts'
import { readEnv } from '../src/platform/runtime/env.ts'
import type { WebApp } from '../src/storefront/web-app.ts'
import { factories } from './factories.ts'
import type {} from './global-setup.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An account with a session. */
export interface Person {
  id: string
  cookie: string
}

interface Ask {
  body?: unknown
  as?: Person | undefined
  headers?: Record<string, string>
}

/**
 * Opens a real shop on a fresh copy of the migrated database for one test file. It keeps no answers in memory unless a test is about
 * that: tests write rows behind the shop's back.
 */
export function startShop(
  environment: Record<string, string> = {},
  log?: { write(line: string): void },
  web?: WebApp,
  keepsAnswers = false,
) {
  const databaseName = `shop_${newId()}`
  let databaseUrl: string
  let connection: Connection
  let app: FastifyInstance
  let payments: OpenGateways
  let folder: string

  beforeAll(async () => {
    // Copying the template's files takes half the time of copying it page by page through the log.
    await asServer(`create database ${databaseName} template mela strategy file_copy`)
    databaseUrl = inject('templateUrl').replace('/mela?', `/${databaseName}?`)
    connection = connect(databaseUrl)
    folder = await mkdtemp(join(inject('folder'), 'files-'))
    const env = readEnv({ LOG_LEVEL: 'error', DATA_DIR: folder, CDN: 'tests', ...environment })
    payments = await openGateways(connection.db, env, { port: 0 })
    app = await buildApp({
      db: connection.db,
      env,
      files: await folderStore(join(folder, 'media')),
      gateways: payments.gateways,
      keepsAnswers,
      ...(log && { log }),
      ...(web && { web }),
    })
    await app.ready()
  })

  afterAll(async () => {
    await app.close()
    await payments.close()
    await connection.close()
    // The database may be in memory.
    await asServer(`drop database ${databaseName} with (force)`)
  })

  /** A JSON call; the answer's body fields stand beside its status, headers and cookies. */
  async function call(method: Method, path: string, { body, as, headers = {} }: Ask = {}) {
    const options: InjectOptions = {
      method,
      url: `${API_BASE}${path}`,
      headers: { ...headers, ...(as && { cookie: as.cookie }) },
    }
    const answer = await app.inject(body === undefined ? options : { ...options, payload: body as object })
    const isJson = String(answer.headers['content-type']).includes('json')
    const { statusCode: status, headers: received, cookies } = answer
    if (!isJson) return { status, headers: received, cookies, text: answer.body }
    const json = answer.json()
    // Checked for every call of the tests, because programs act on the code of a failure.
    if (json.success === false) assert(errorCodes.includes(json.code), `${method} ${path}: no code in ${answer.body}`)
    return { status, headers: received, cookies, ...json }
  }

  async function signIn(userId: string): Promise<Person> {
    const name = cookieName(SESSION_COOKIE, isOfRealShop(app.env))
    return { id: userId, cookie: `${name}=${await insertSession(connection.db, userId)}` }
  }

  const shop = {
    get app() {
      return app
    },
    get db() {
      return connection.db
    },
    get databaseUrl() {
      return databaseUrl
    },
    get gateway() {
      return payments.gateways.of(SPEC_GATEWAY)
    },
    get gateways() {
      return payments.gateways
    },
    /** The emulator, for events that the shop does not cause. */
    get emulator() {
      const emulator = payments.emulators[SPEC_GATEWAY]
      if (!emulator) throw new Error('This shop has no emulator.')
      return emulator
    },
    get stripe() {
      const emulator = payments.emulators.stripe
      if (!emulator) throw new Error('This shop has no emulator of Stripe.')
      return emulator
    },
    /** Takes the address of the API. */
    sendEventsTo: (api: string) => payments.sendEventsTo(api),
    get emulatorUrl() {
      return payments.gateways.of(SPEC_GATEWAY).emulatorUrl ?? ''
    },
    get: (path: string, as?: Person) => call('GET', path, { as }),
    post: (path: string, body?: unknown, as?: Person, headers?: Record<string, string>) =>
      call('POST', path, { body, as, ...(headers && { headers }) }),
    call,
    signIn,

    /** One admin for all tests of the file. */
    anAdmin(): Person {
      const admin = { id: '', cookie: '' }
      beforeAll(async () => void Object.assign(admin, await shop.admin()))
      return admin
    },

    /** Changes settings as an admin does, and answers as the call does. */
    async changeSettings(change: object, as?: Person) {
      const proof = 'payments' in change && !as ? { password: 'Kadamba#41' } : undefined
      const admin = as ?? (await shop.admin(proof && { password_hash: await hashPassword(proof.password) }))
      const { version } = (await call('GET', '/settings', { as: admin })).data
      return call('PATCH', '/settings', { body: { version, ...change, ...proof }, as: admin })
    },

    ...factories({
      get db() {
        return connection.db
      },
      signIn,
    }),
  }
  return shop
}

/** Runs a statement outside of any shop's database. */
async function asServer(statement: string) {
  const { pool, close } = connect(inject('templateUrl').replace('/mela?', '/postgres?'), { poolSize: 1 })
  await pool.query(statement)
  await close()
}
