import type { Env } from '../env.ts'
import type { PaymentGateway } from './gateway.ts'

export interface OpenGateway {
  gateway: PaymentGateway
  close(): Promise<void>
}

/** Placeholder signature, filled by the payments slice. */
export async function openGateway(_env: Env, _options: { port?: number; snapshotFile?: string } = {}): Promise<OpenGateway> {
  throw new Error('not built yet')
}
