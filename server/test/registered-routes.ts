import { subscribe } from 'node:diagnostics_channel'
import { API_BASE } from '@mela/contract'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'

export interface RegisteredRoute {
  /** As the contract names calls: `GET /products/:id`. */
  name: string
  method: string
  path: string
  schema: FastifySchema | undefined
}

const registered: RegisteredRoute[] = []

// Fastify tells of each instance before anything is registered, so nothing can be missed and production code knows nothing of it.
subscribe('fastify.initialization', message => {
  const { fastify } = message as { fastify: FastifyInstance }
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

/** Every call of the API that the shop has registered; import this before the shop starts. */
export const registeredRoutes = (): RegisteredRoute[] => registered
