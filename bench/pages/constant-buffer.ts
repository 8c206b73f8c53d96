import Fastify from 'fastify'

/** The baseline for what is in memory: a framework answer without work. Without bytes, that of an unchanged page. */
const body = Buffer.alloc(Number(process.env.BYTES), 'x')
const app = Fastify()
app.get('/', (_request, reply) =>
  body.length > 0 ? reply.type('text/html; charset=utf-8').send(body) : reply.code(304).send(),
)
await app.listen({ port: Number(process.env.PORT) })
process.on('SIGTERM', () => void app.close())
