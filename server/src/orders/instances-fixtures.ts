import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import type { Person, startShop } from '../../test/shop.ts'
import { buildApp } from '../app.ts'
import { type Connection, connect } from '../platform/database/database.ts'

/** Several instances on one database, each with its own pool. Calls go to them in turn. */
export function openInstances(shop: ReturnType<typeof startShop>, count: number) {
  const connections: Connection[] = []
  const instances: FastifyInstance[] = []

  beforeAll(async () => {
    const { env, files, gateways } = shop.app
    for (let n = 0; n < count; n++) {
      const connection = connect(shop.databaseUrl)
      connections.push(connection)
      instances.push(await buildApp({ db: connection.db, env, files, gateways }))
    }
  })
  afterAll(async () => {
    for (const instance of instances) await instance.close()
    for (const connection of connections) await connection.close()
  })

  let calls = 0
  return async (method: 'POST' | 'PATCH', url: string, { cookie }: Person, payload?: object) => {
    const instance = instances[calls++ % instances.length]
    const options = { method, url: `/api${url}`, headers: { cookie }, ...(payload && { payload }) }
    let answer = await instance?.inject(options)
    // On a busy machine the last of hundreds of calls get no connection within ten seconds, and a 503.
    while (answer?.statusCode === 503) answer = await instance?.inject(options)
    return { status: answer?.statusCode, ...answer?.json() }
  }
}
