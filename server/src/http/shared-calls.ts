import type { AnswerOf, Endpoint, ParamsOf, QueryOf } from '@mela/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Tag } from '../database/invalidation.ts'
import { tagged } from './cache-tags.ts'
import { failureOf, invalidBecause } from './errors.ts'

interface Input<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
}

/** `visitor` is an admin, who may see more; every other caller gets the same answer. */
type Answer<E extends Endpoint> = (
  input: Input<E>,
  visitor: FastifyRequest['visitor'],
) => Promise<{ body: AnswerOf<E>; tags: Tag[] }>

/** A call as the shop's own pages make it, with texts as an address has them. */
export interface OwnCall {
  params?: Record<string, string> | undefined
  query?: Record<string, string | string[]> | undefined
}

export interface OwnAnswer {
  status: number
  body: unknown
  tags: string[]
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The shared calls by method and template, as in 'GET /products/:id', for pages that are rendered in this process. */
    sharedCalls: Map<string, (call: OwnCall) => Promise<OwnAnswer>>
  }
}

/**
 * Registers a call whose answer is the same for everybody but admins; `tags` name the changes that make it stale. Pages make it in
 * process: validated as any call, but neither sent nor read as text.
 */
export function sharedRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  answer: Answer<E>,
  config: { limit?: 'searches' } = {},
): void {
  app.sharedCalls.set(`${endpoint.method} ${endpoint.url}`, inProcess(endpoint, answer))
  app.route({
    ...endpoint,
    config,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { params, query, visitor } = request
      const admin = visitor?.role === 'admin' ? visitor : undefined
      const { body, tags } = await answer({ params, query } as Input<E>, admin)
      tagged(reply, ...tags)
      return body
    },
  })
}

const inProcess =
  <E extends Endpoint>({ schema }: E, answer: Answer<E>) =>
  async ({ params = {}, query = {} }: OwnCall): Promise<OwnAnswer> => {
    try {
      const input = { params: schema.params?.parse(params), query: schema.querystring?.parse(query) }
      const { body, tags } = await answer(input as Input<E>, undefined)
      return { status: 200, body: schema.response[200]?.parse(body), tags }
    } catch (error) {
      const [status, failure] = failureOf(error instanceof z.ZodError ? invalidBecause(error) : error)
      if (status === 500) throw error
      return { status, body: failure, tags: [] }
    }
  }
