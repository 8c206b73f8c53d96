import { appendFile, copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { anOrder, clientOf, credentials } from '../test/emulator.ts'
import { startEmulator } from './index.ts'

describe('Starting and stopping', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'paypal-emulator-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  afterEach(() => vi.restoreAllMocks())

  it('listens on the loopback interface only and gives the port back', async () => {
    const first = await startEmulator(credentials)
    const { hostname, port } = new URL(first.url)
    await first.close()

    const second = await startEmulator({ ...credentials, port: Number(port) })
    await second.close()

    expect(hostname).toBe('127.0.0.1')
    expect(second.url).toBe(first.url)
  })

  it('keeps open payments, captures and request ids over a restart', async () => {
    const options = { ...credentials, snapshotFile: join(folder, 'deep', 'state.json') }
    const before = await startEmulator(options)
    const shop = clientOf(() => before.url)
    const open = await shop.createOrder()
    const { body: paid } = await shop.api('POST', '/v2/checkout/orders', anOrder(), { 'paypal-request-id': 'create-1' })
    await shop.choose(paid.id, 'pay')
    await shop.capture(paid.id, { 'paypal-request-id': 'capture-1' })
    await before.close()

    const after = await startEmulator(options)
    const again = clientOf(() => after.url)
    await again.choose(open, 'pay')
    const captured = await again.capture(open)
    const replayed = await again.capture(paid.id, { 'paypal-request-id': 'capture-1' })
    await after.close()

    expect(captured).toMatchObject({ status: 201, body: { status: 'COMPLETED' } })
    expect(replayed).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(await readdir(join(folder, 'deep'))).toEqual(['state.json'])
  })

  it('has what it answered after a kill, and drops a change that the kill cut off', async () => {
    const killed = join(folder, 'killed.json')
    const first = await startEmulator({ ...credentials, snapshotFile: killed })
    const shop = clientOf(() => first.url)
    const { orderId, captureId } = await shop.pay()
    first.addFault({ kind: 'drop' })
    first.clearFaults()
    const { body: refund } = await shop.refund(captureId, { amount: { currency_code: 'USD', value: '1.00' } })
    const snapshotFile = join(folder, 'copied.json')
    await copyFile(killed, snapshotFile)
    await copyFile(`${killed}.journal`, `${snapshotFile}.journal`)
    await appendFile(`${snapshotFile}.journal`, '["refunds","cut')
    await first.close()

    const second = await startEmulator({ ...credentials, snapshotFile })
    const again = clientOf(() => second.url)
    const [order, refunded] = [
      await again.getOrder(orderId),
      await again.api('GET', `/v2/payments/refunds/${refund.id}`),
    ]
    await second.close()

    expect(order).toMatchObject({ status: 'COMPLETED' })
    expect(refunded.body).toEqual(refund)
    expect(second.faults()).toEqual([])
  })
})
