import { setTimeout } from 'node:timers/promises'
import type { BaseEmulator } from './emulator.ts'
import { takeCommonFault } from './faults.ts'
import { Refusal } from './refusal.ts'

/** Waits or throws for the faults `latency` and `error`, before the request has any effect. */
export async function applyRequestFaults({ closing, store }: BaseEmulator, request: string) {
  const latency = takeCommonFault(store, 'latency', request)
  if (latency) await setTimeout(latency.ms, undefined, { signal: closing.signal }).catch(() => {})

  const error = takeCommonFault(store, 'error', request)
  if (!error) return
  const headers: Record<string, string> =
    error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }
  throw new Refusal(error.status, 'A fault of the emulator.', headers)
}
