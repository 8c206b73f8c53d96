import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startEmulator } from './index.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    'client-id': { type: 'string', default: `TEST-${randomBytes(8).toString('hex')}` },
    'client-secret': { type: 'string', default: randomBytes(16).toString('hex') },
    snapshot: { type: 'string' },
    brand: { type: 'string' },
  },
})

const emulator = await startEmulator({
  port: Number(values.port),
  clientId: values['client-id'],
  clientSecret: values['client-secret'],
  snapshotFile: values.snapshot,
  brand: values.brand,
})

process.stdout.write(`PayPal emulator  ${emulator.url}
Console          ${emulator.url}/__emulator
Client id        ${emulator.clientId}
Client secret    ${emulator.clientSecret}
`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => emulator.close())
