import { createHash } from 'node:crypto'
import { hour } from '@mela/emulator-base/clock.ts'
import type { Answer } from '@mela/emulator-base/http.ts'
import type { Call } from '@mela/emulator-base/server.ts'
import type { Emulator } from './emulator.ts'
import { ApiError, invalidRequest, refusalAnswer } from './errors.ts'
import { takeFault } from './faults.ts'

const keptFor = 24 * hour

/** Performs a POST once for each Idempotency-Key: a repeated one gets the first answer, also that of a declined card. */
export async function perform(emulator: Emulator, { route, key, receive }: Call<Emulator, 'secret'>): Promise<Answer> {
  const request = await receive()
  const named = request.headers['idempotency-key']?.toString()
  if (route.access !== 'secret' || route.method !== 'POST' || !named) return route.handle(emulator, request)

  if (named.length > 255) throw invalidRequest('Idempotency keys are 255 characters or less.')
  const { outcomes, changed, saved } = emulator.store
  const content = createHash('sha256').update(`${key} ${request.text}`).digest('hex')
  if (emulator.running.has(named)) throw inUse(named)
  const earlier = outcomes.get(named)
  if (earlier && Date.parse(earlier.expires) > emulator.now().getTime()) {
    if (earlier.request !== content) throw otherRequest(named)
    return { status: earlier.status, body: earlier.body, headers: { 'idempotent-replayed': 'true' } }
  }

  const remember = ({ status, body }: Answer) => {
    const expires = new Date(emulator.now().getTime() + keptFor).toISOString()
    outcomes.set(named, { expires, request: content, status, body: structuredClone(Object(body)) })
    changed('outcomes', named)
  }
  emulator.running.add(named)
  try {
    if (takeFault(emulator.store, 'failure', key)) throw new ApiError(500, 'Sorry!', { type: 'api_error' })
    const answer = await route.handle(emulator, request)
    remember(answer)
    return answer
  } catch (error) {
    // A request that was never carried out may be mended and repeated under the same key.
    if (error instanceof ApiError && [402, 500].includes(error.status))
      remember(refusalAnswer(error, { requestId: '' }))
    throw error
  } finally {
    await saved().finally(() => emulator.running.delete(named))
  }
}

const inUse = (key: string) =>
  new ApiError(409, `There is currently another in-progress request using this Idempotent Key: ${key}.`, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
  })

const otherRequest = (key: string) =>
  new ApiError(
    400,
    `Keys for idempotent requests can only be used with the same parameters. Try another than '${key}'.`,
    {
      type: 'idempotency_error',
    },
  )
