import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { expect, test } from '@playwright/test'
import { copyOwnersFolder, databaseOf, owner, startProcess } from './shop-process.ts'
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

function start(offset = 3, command?: string[]) {
  const shop = startProcess(dataDir, shopOf(test.info().parallelIndex).port + offset, command)
  shops.push(shop)
  return shop
}

/** Connects and sends these bytes. */
async function socketWith(port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

async function openStream(url: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const login = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(owner) })
  const cookie = login.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const stream = await fetch(`${url}/api/dashboard/events`, { headers: { cookie, accept: 'text/event-stream' } })
  expect(stream.status).toBe(200)
  return stream
}

test('a shop and its database stop within ten seconds, with any connections open', async () => {
  const shop = start()
  await shop.opens()
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
  expect(await databaseOf(dataDir)).toBeDefined()

  const begun = Date.now()
  shop.child.kill('SIGTERM')

  expect(await shop.ended).toBe(0)
  expect(Date.now() - begun).toBeLessThan(10_000)
  expect(await databaseOf(dataDir)).toBeUndefined()
  await stream.body?.cancel().catch(() => {})
  for (const socket of [idle, silent, half, unsent]) socket.destroy()
})

test('a second shop on a data folder is refused with one sentence; after a kill the next opens, and stops with its npm', async () => {
  const first = start()
  await first.opens()
  const second = start(4)

  expect(await second.ended).toBe(1)

  expect(second.said().trim().split('\n').at(-1)).toBe(
    `Another shop is open on ${dataDir}. Stop it first, or give this one a folder of its own: DATA_DIR=./data2 npm start`,
  )
  expect((await fetch(`${first.url}/api/health`)).status).toBe(200)
  first.child.kill('SIGKILL')
  await first.ended
  expect(await databaseOf(dataDir)).toBeDefined()

  const next = start(4, ['npm', 'start'])
  await next.opens()
  next.child.kill('SIGTERM')

  await expect.poll(() => databaseOf(dataDir)).toBeUndefined()
})
