import type { FastifyInstance } from 'fastify'

/** Reads JSON as Fastify does, but takes an empty body for none: many clients send the header with calls that carry nothing. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
}
