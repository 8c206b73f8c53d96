import { expect, it } from 'vitest'
import { useEmulator } from '../../test/emulator.ts'

const paypal = useEmulator()

it('faults are set, shown and cleared from this machine, but not by a page of another site', async () => {
  const client = { 'content-type': 'application/json' }
  const faults = [{ kind: 'hang', path: '/nothing' }]
  const call = (method: string, body?: object, headers: Record<string, string> = client) =>
    paypal.request(method, '/__emulator/faults', headers, body)

  expect(await call('PUT', { faults })).toMatchObject({ status: 200, body: { faults } })
  expect(await call('GET')).toMatchObject({ status: 200, body: { faults } })
  expect((await call('DELETE')).status).toBe(204)
  expect(paypal.emulator().faults()).toEqual([])
  expect((await call('PUT', { faults }, { ...client, origin: 'https://shop.example' })).status).toBe(403)
})
