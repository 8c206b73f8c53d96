import Fastify from 'fastify'

// The baseline for cached answers: Fastify sends a constant buffer of BYTES bytes, or 304 when BYTES is 0.
const body = Buffer.alloc(Number(process.env.BYTES), 'x')
const app = Fastify()
app.get('/', (_request, reply) =>
  body.length > 0 ? reply.type('text/html; charset=utf-8').send(body) : reply.code(304).send(),
)
await app.listen({ port: Number(process.env.PORT) })
process.on('SIGTERM', () => void app.close())
