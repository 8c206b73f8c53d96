import { setTimeout } from 'node:timers/promises'
import { areKeysWrong, GatewayError } from '../gateway.ts'

const PAUSES_MS = [300, 1_000, 3_000]
const PATIENCE_MS = 15_000

/** Each retry must carry one request id, so that PayPal acts once. Wrong keys after a lost answer stay ambiguous. */
export async function persistently<Result>(call: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + PATIENCE_MS
  let unclear: GatewayError | undefined
  for (let tries = 0; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      if (areKeysWrong(error)) throw unclear ?? error
      const pause = PAUSES_MS[tries]
      if (error.kind !== 'ambiguous' || pause === undefined || Date.now() + pause > deadline) throw error
      unclear = error
      await setTimeout(pause)
    }
  }
}

export async function unlessMissing<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await persistently(call)
  } catch (error) {
    if (error instanceof GatewayError && error.kind === 'notFound') return undefined
    throw error
  }
}
