import { setTimeout } from 'node:timers/promises'
import { GatewayError } from '../gateway.ts'

const PAUSES_MS = [300, 1_000, 3_000]
const PATIENCE_MS = 15_000

/**
 * Repeats a call whose end nobody knows. It must carry the same request id each time, so that PayPal does the work only
 * once. Definite answers are final.
 */
export async function persistently<Result>(call: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + PATIENCE_MS
  for (const pause of PAUSES_MS) {
    try {
      return await call()
    } catch (error) {
      const isUnclear = error instanceof GatewayError && error.kind === 'ambiguous'
      if (!isUnclear || Date.now() + pause > deadline) throw error
      await setTimeout(pause)
    }
  }
  return call()
}

/** The same for what may not exist. */
export async function unlessMissing<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await persistently(call)
  } catch (error) {
    if (error instanceof GatewayError && error.kind === 'notFound') return undefined
    throw error
  }
}
