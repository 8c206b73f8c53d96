import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { copyOwnersFolder, databaseOf, owner, REHEARSAL, startProcess } from './shop-process.ts'
import { shopOf } from './shops.ts'

test.describe.configure({ timeout: 240_000 })

let dataDir: string
let shop: ReturnType<typeof startProcess>

test.beforeEach(async () => {
  dataDir = await copyOwnersFolder()
  const { port } = shopOf(test.info().parallelIndex)
  shop = startProcess(dataDir, port + 3, undefined, { ...REHEARSAL, WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' })
  await shop.opens()
})

test.afterEach(async () => {
  shop.child.kill('SIGTERM')
  await shop.ended
  await rm(dataDir, { recursive: true, force: true })
})

/** The processes that answer requests, with those that were replaced. */
const workers = () => [...shop.said().matchAll(/"pid":(\d+)[^\n]*Server listening/g)].map(([, pid]) => Number(pid))
/** Calls the health check over a new connection; rejects without an answer within 20 seconds. */
const health = () =>
  fetch(`${shop.url}/api/health`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(20_000) })

/**
 * Retries a refused or reset connection once, as browsers and proxies do. The system closes the connections of a killed
 * process some milliseconds before its listening socket, and resets connections that arrive in between.
 */
async function healthOrAgain() {
  const answer = await health().catch(async error => {
    if (error.name === 'TimeoutError') throw error
    await delay(250)
    return health()
  })
  expect(answer.status).toBe(200)
}

test('WEB_CONCURRENCY: a killed worker is replaced, no request fails twice, and the shop stops within ten seconds', async () => {
  await expect.poll(workers).toHaveLength(2)
  const [victim = 0] = workers()

  const visitors = Array.from({ length: 8 }, async () => {
    for (let n = 0; n < 60; n++) await healthOrAgain()
  })
  await healthOrAgain()
  process.kill(victim, 'SIGKILL')
  await Promise.all(visitors)

  await expect.poll(workers).toHaveLength(3)
  const headers = { 'content-type': 'application/json' }
  const login = () => fetch(`${shop.url}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(owner) })
  expect((await login()).status).toBe(200)
  const begun = Date.now()
  // A closed terminal sends SIGHUP.
  shop.child.kill('SIGHUP')
  expect(await shop.ended).toBe(0)
  expect(Date.now() - begun).toBeLessThan(10_000)
  expect(await databaseOf(dataDir)).toBeUndefined()
})

test('WEB_CONCURRENCY: workers end with the process that started them, and the next shop opens', async () => {
  shop.child.kill('SIGKILL')
  await shop.ended

  await expect
    .poll(() =>
      health().then(
        () => 'answers',
        () => 'gone',
      ),
    )
    .toBe('gone')

  shop = startProcess(dataDir, shop.port, undefined, { ...REHEARSAL, WEB_CONCURRENCY: '2' })
  await shop.opens()
})
