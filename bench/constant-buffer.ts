import Fastify from 'fastify'

/** What a page from memory is measured against: a framework answer with nothing behind it. */
const body = Buffer.alloc(Number(process.env.BYTES), 'x')
const app = Fastify()
app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(body))
await app.listen({ port: Number(process.env.PORT) })
process.on('SIGTERM', () => void app.close())
