import { subscribe } from 'node:diagnostics_channel'
import { API_BASE } from '@mela/contract'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'

export interface RegisteredRoute {
  /** The call's name in the contract: `GET /products/:id`. */
  name: string
  method: string
  path: string
  schema: FastifySchema | undefined
}

const registered: RegisteredRoute[] = []

// Fastify publishes each instance before routes are registered, so none is missed and production code needs no hook.
subscribe('fastify.initialization', message => {
  const { fastify } = message as { fastify: FastifyInstance }
  // Only this shop's: a worker runs several test files.
  registered.length = 0
  fastify.addHook('onRoute', route => void registered.push(...namesOf(route)))
})

function namesOf({ method, url, schema }: RouteOptions): RegisteredRoute[] {
  const path = url.replace(API_BASE, '')
  return [method]
    .flat()
    .filter(() => url.startsWith(`${API_BASE}/`) && !url.startsWith(`${API_BASE}/docs`) && !url.endsWith('/*'))
    .filter(name => name !== 'HEAD' && path !== '/')
    .map(method => ({ name: `${method} ${path}`, method, path, schema }))
}

/** Every route of the newest shop; import this before it starts. */
export const registeredRoutes = (): RegisteredRoute[] => registered
