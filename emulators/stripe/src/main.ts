import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startEmulator } from './index.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4011' },
    'secret-key': { type: 'string', default: `sk_test_${randomBytes(16).toString('hex')}` },
    'webhook-secret': { type: 'string', default: `whsec_${randomBytes(16).toString('hex')}` },
    'webhook-url': { type: 'string' },
    snapshot: { type: 'string' },
    brand: { type: 'string' },
  },
})

const emulator = await startEmulator({
  port: Number(values.port),
  secretKey: values['secret-key'],
  webhookSecret: values['webhook-secret'],
  ...(values['webhook-url'] && { webhook: { id: 'we_emulator', url: values['webhook-url'] } }),
  ...(values.snapshot && { snapshotFile: values.snapshot }),
  ...(values.brand && { brand: values.brand }),
})

process.stdout.write(`Stripe emulator  ${emulator.url}
Console          ${emulator.url}/__emulator
Secret key       ${emulator.secretKey}
Webhook secret   ${emulator.webhookSecret}
`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => emulator.close())
