import type { IncomingHttpHeaders } from 'node:http'
import { hour } from '@mela/emulator-base/clock.ts'
import type { Answer } from '@mela/emulator-base/http.ts'
import type { Emulator } from '../base/emulator.ts'
import { ApiError, invalidRequest, stillRunning } from '../base/errors.ts'
import type { Outcome } from '../base/records.ts'

const day = 24 * hour
const maxLength = 108
/** Expired outcomes are deleted whenever the number of stored outcomes is a multiple of this. */
const forgottenEvery = 100

export function requestIdOf(headers: IncomingHttpHeaders) {
  const requestId = headers['paypal-request-id']?.toString()
  if (requestId && requestId.length > maxLength) {
    const description = 'The value of a field is either too short or too long.'
    throw invalidRequest([
      { issue: 'INVALID_STRING_LENGTH', description, field: 'PayPal-Request-Id', location: 'header' },
    ])
  }
  return requestId
}

/** Performs a request once: a repeated key gets the current state of the result, or the same refusal. */
export async function performOnce(
  emulator: Emulator,
  key: string,
  perform: () => Promise<Answer>,
  repeat: (resourceId: string) => Answer,
): Promise<Answer> {
  const { running, store } = emulator
  if (running.has(key)) throw stillRunning()
  const earlier = findOutcome(emulator, key)
  if (earlier?.refusal) throw new ApiError(422, earlier.refusal)
  if (earlier?.resourceId) return repeat(earlier.resourceId)

  const remember = (outcome: Omit<Outcome, 'expires'>) => {
    const expires = new Date(emulator.now().getTime() + keptFor(key)).toISOString()
    if (store.outcomes.size % forgottenEvery === 0) forgetExpired(emulator)
    store.outcomes.set(key, { expires, ...outcome })
    store.changed('outcomes', key)
  }
  running.add(key)
  try {
    const answer = await perform()
    remember({ resourceId: answer.resourceId })
    return answer
  } catch (error) {
    // Only a definite refusal is stored: after a 5xx or a malformed request the same id may be used again.
    if (error instanceof ApiError && error.status === 422) remember({ refusal: error.problem })
    throw error
  } finally {
    await store.saved().finally(() => running.delete(key))
  }
}

function findOutcome({ now, store }: Emulator, key: string) {
  const outcome = store.outcomes.get(key)
  return outcome && Date.parse(outcome.expires) >= now().getTime() ? outcome : undefined
}

function forgetExpired({ now, store }: Emulator) {
  for (const [key, { expires }] of store.outcomes) {
    if (Date.parse(expires) >= now().getTime()) continue
    store.outcomes.delete(key)
    store.changed('outcomes', key)
  }
}

/** PayPal remembers requests about orders for six hours and those about payments for 45 days. */
function keptFor(key: string) {
  return key.includes(' /v2/payments/') ? 45 * day : 6 * hour
}
