import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { copyOwnersFolder, databaseOf, owner, REHEARSAL, startProcess } from './shop-process.ts'
import { shopOf } from './shops.ts'

// Each test starts two or more processes.
test.describe.configure({ timeout: 240_000 })

let dataDir: string
let shops: ReturnType<typeof startProcess>[]

test.beforeEach(async () => {
  dataDir = await copyOwnersFolder()
  shops = []
})

test.afterEach(async () => {
  for (const { child, ended } of shops) {
    child.kill('SIGTERM')
    await ended
  }
  await rm(dataDir, { recursive: true, force: true })
})

function start(offset: number, command?: string[], environment?: Record<string, string>) {
  const { port } = shopOf(test.info().parallelIndex)
  const shop = startProcess(dataDir, port + offset, command, { ...REHEARSAL, ...environment })
  shops.push(shop)
  return shop
}

type Shop = ReturnType<typeof start>

/** Connects and sends these bytes. */
async function socketWith(port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

const logIn = (url: string) =>
  fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  })

async function openStream(url: string): Promise<Response> {
  const cookies = (await logIn(url)).headers.getSetCookie().map(line => line.split(';')[0])
  const headers = { cookie: cookies.join('; '), accept: 'text/event-stream' }
  const stream = await fetch(`${url}/api/dashboard/events`, { headers })
  expect(stream.status).toBe(200)
  return stream
}

test('a second shop on a data folder is refused with one sentence; the first stops, with any connections open', async () => {
  const shop = start(3)
  await shop.opens()
  const second = start(4)
  expect(await second.ended).toBe(1)
  expect(second.said().trim().split('\n').at(-1)).toBe(
    `Another shop is open on ${dataDir}. Stop it first, or give this one a folder of its own: DATA_DIR=./data2 npm start`,
  )

  const stream = await openStream(shop.url)
  const idle = await socketWith(shop.port, 'GET /api/health HTTP/1.1\r\nHost: shop\r\n\r\n')
  const [answer] = await once(idle, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200[\s\S]*keep-alive/i)
  const silent = await socketWith(shop.port, '')
  const half = await socketWith(shop.port, 'POST /api/orders HTTP/1.1\r\nHost: shop\r\nContent-Le')
  const unsent = await socketWith(
    shop.port,
    'POST /api/orders HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )

  const begun = Date.now()
  shop.child.kill('SIGTERM')
  expect(await shop.ended).toBe(0)
  expect(Date.now() - begun).toBeLessThan(10_000)
  expect(await databaseOf(dataDir)).toBeUndefined()
  await stream.body?.cancel().catch(() => {})
  for (const socket of [idle, silent, half, unsent]) socket.destroy()
})

/** Calls the health check over a new connection; rejects without an answer within 20 seconds. */
const health = ({ url }: Shop) =>
  fetch(`${url}/api/health`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(20_000) })

/**
 * Retries a refused or reset connection once, as browsers and proxies do. The system closes the connections of a killed
 * process some milliseconds before its listening socket, and resets connections that arrive in between.
 */
async function healthOrAgain(shop: Shop) {
  const answer = await health(shop).catch(async error => {
    if (error.name === 'TimeoutError') throw error
    await delay(250)
    return health(shop)
  })
  expect(answer.status).toBe(200)
}

test('WEB_CONCURRENCY: a killed worker is replaced, and all end when their starter is killed, or npm that has started it', async () => {
  const shop = start(3, undefined, { WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' })
  await shop.opens()
  /** The processes that answer requests, with those that were replaced. */
  const workers = () => [...shop.said().matchAll(/"pid":(\d+)[^\n]*Server listening/g)].map(([, pid]) => Number(pid))
  await expect.poll(workers).toHaveLength(2)
  const [victim = 0] = workers()
  process.kill(victim, 'SIGKILL')
  const visitors = Array.from({ length: 8 }, async () => {
    while (workers().length < 3) await healthOrAgain(shop)
  })
  await Promise.all(visitors)
  expect((await logIn(shop.url)).status).toBe(200)

  shop.child.kill('SIGKILL')
  await shop.ended
  const answers = () => health(shop).then(Boolean, () => false)
  await expect.poll(answers).toBe(false)
  expect(await databaseOf(dataDir)).toBeDefined()

  const next = start(4, ['npm', 'start'], { WEB_CONCURRENCY: '2' })
  await next.opens()
  next.child.kill('SIGTERM')
  await expect.poll(() => databaseOf(dataDir)).toBeUndefined()
})
