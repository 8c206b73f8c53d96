import { setTimeout } from 'node:timers/promises'
import type { Emulator } from '../base/emulator.ts'
import { ApiError, OAuthError } from '../base/errors.ts'
import { takeFault } from '../base/faults.ts'

export const tokenPath = '/v1/oauth2/token'

/** Waits or throws for the faults `latency` and `error`, before the request has any effect. */
export async function applyRequestFaults({ closing, store }: Emulator, request: string) {
  const latency = takeFault(store, 'latency', request)
  if (latency) await setTimeout(latency.ms, undefined, { signal: closing.signal }).catch(() => {})

  const error = takeFault(store, 'error', request)
  if (error) throw refusal(error.status, error.retryAfter, request)
}

const names: Record<number, string> = {
  403: 'NOT_AUTHORIZED',
  404: 'RESOURCE_NOT_FOUND',
  429: 'RATE_LIMIT_REACHED',
  500: 'INTERNAL_SERVER_ERROR',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
}

function refusal(status: number, retryAfter: number | undefined, request: string) {
  if (status === 401) {
    return request.includes(tokenPath)
      ? new OAuthError(401, 'invalid_client', 'Client Authentication failed')
      : new OAuthError(401, 'invalid_token', 'Token signature verification failed')
  }
  const problem = { name: names[status] ?? 'ERROR', message: 'A fault of the emulator.' }
  return new ApiError(status, problem, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
}
