import Fastify from 'fastify'

/** The baseline for cached pages: a framework answer without work. */
const body = Buffer.alloc(Number(process.env.BYTES), 'x')
const app = Fastify()
app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(body))
await app.listen({ port: Number(process.env.PORT) })
process.on('SIGTERM', () => void app.close())
