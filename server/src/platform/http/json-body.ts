import type { FastifyInstance } from 'fastify'

/**
 * Parses JSON as Fastify does, but treats an empty body as none: many clients send the header with calls without a
 * body.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
}
