import {
  type AnswerOf,
  type CallName,
  type Endpoint,
  type Endpoints,
  isOptionKey,
  type ParamsOf,
  PRODUCT_LIST_KEYS,
  type QueryOf,
} from '@mela/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import type { Tag } from '../database/invalidation.ts'
import { type AnswerCache, bestEncoding, cacheTagHeader, isUnchanged, StoredAnswer } from './answer-cache.ts'
import { answerCalls } from './answer-calls.ts'
import { failureOf, invalidBecause } from './errors.ts'

interface Input<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
}

/** An admin may see more; every other caller gets one answer, which may come from the replica. */
type Answer<E extends Endpoint> = (
  db: Database,
  input: Input<E>,
  visitor: FastifyRequest['visitor'],
) => Promise<{ body: AnswerOf<E>; tags: Tag[] }>

export interface OwnCall {
  params?: Record<string, string> | undefined
  query?: Record<string, string | string[]> | undefined
}

/** The bytes of an answer are not known, so a cache counts answers. */
const ownAnswer = (status: number, body: unknown, tags: string[] = []) => ({
  ...{ status, body, isWhole: true, size: 1 },
  tags: new Set(tags),
})
export type OwnAnswer = ReturnType<typeof ownAnswer>

/** Longer addresses are not kept: they hardly come twice. */
const LONGEST_KEPT = 300
const KEPT_KEYS = new Set<string>([
  ...PRODUCT_LIST_KEYS,
  'page',
  'size',
  'keyword',
  'view',
  'read',
  'within',
  'collection',
])

/** Unknown parameters would make endless addresses. */
function mayBeKept(url: string, { querystring }: Endpoint): boolean {
  const [, search] = url.split('?')
  if (search === undefined) return true
  const keys = [...new URLSearchParams(search).keys()]
  return url.length <= LONGEST_KEPT && !!querystring && keys.every(key => KEPT_KEYS.has(key) || isOptionKey(key))
}

declare module 'fastify' {
  interface FastifyInstance {
    sharedCalls: Map<string, (call: OwnCall) => Promise<OwnAnswer>>
    answers: AnswerCache | undefined
  }
}

/** All callers but admins get one answer. The shop's own pages call in this process: validated, but not serialised. */
export function shareCalls<Calls extends Endpoints>(
  app: FastifyInstance,
  calls: Calls,
  answers: { [Name in keyof Calls & CallName]?: Answer<Calls[Name]> },
): void {
  for (const [name, answer] of Object.entries(answers)) {
    shareCall(app, name as CallName, calls[name as CallName] as Endpoint, answer as Answer<Endpoint>)
  }
}

function shareCall(app: FastifyInstance, name: CallName, endpoint: Endpoint, answer: Answer<Endpoint>): void {
  const answerAll = (input: Input<Endpoint>) => {
    const work = (db: Database) => answer(db, input, undefined)
    return app.replica ? app.replica.read(work) : work(app.db)
  }
  app.sharedCalls.set(name, inProcess(endpoint, answerAll))
  answerCalls(
    app,
    { [name]: endpoint },
    {
      [name]: async (request: FastifyRequest, reply: FastifyReply) => {
        const { params, query, visitor, url, setsSession } = request
        const input = { params, query } as Input<Endpoint>
        const admin = visitor?.role === 'admin' ? visitor : undefined
        if (admin || setsSession || !app.answers || !mayBeKept(url, endpoint)) {
          const { body, tags } = await (admin ? answer(app.db, input, admin) : answerAll(input))
          reply.headers(cacheTagHeader(tags, app.env))
          return body
        }
        const stored = await app.answers.render(url, async () => {
          const { body, tags } = await answerAll(input)
          const html = String(reply.serialize(body))
          return new StoredAnswer({ status: 200, html, isWhole: true, tags: new Set(tags), type: JSON_TYPE })
        })
        return sendStored(request, reply, stored)
      },
    },
  )
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** A browser keeps the answer, and asks each time whether it still holds. */
export function sendStored({ headers }: FastifyRequest, reply: FastifyReply, stored: StoredAnswer) {
  const { etag, type, tags } = stored
  reply.headers({
    ...cacheTagHeader(tags, reply.server.env),
    'cache-control': 'no-cache',
    etag,
    vary: 'accept-encoding',
  })
  if (isUnchanged(headers['if-none-match'], etag)) return reply.code(304).send()
  const encoding = bestEncoding(headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(stored.body(encoding))
}

const inProcess =
  (schema: Endpoint, answer: (input: Input<Endpoint>) => ReturnType<Answer<Endpoint>>) =>
  async ({ params = {}, query = {} }: OwnCall): Promise<OwnAnswer> => {
    try {
      const input = { params: schema.params?.parse(params), query: schema.querystring?.parse(query) }
      const { body, tags } = await answer(input as Input<Endpoint>)
      return ownAnswer(200, schema.response[200]?.parse(body), tags)
    } catch (error) {
      const [status, failure] = failureOf(error instanceof z.ZodError ? invalidBecause(error) : error)
      if (status === 500) throw error
      return ownAnswer(status, failure)
    }
  }
