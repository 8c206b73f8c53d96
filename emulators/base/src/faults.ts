import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { BaseEmulator } from './emulator.ts'
import { integer, parseSetting, text } from './fields.ts'
import type { Answer, ApiRequest } from './http.ts'
import type { Store, Tables } from './store.ts'

/**
 * `count` is how often the fault occurs. `path` is a part of the text of a request (`POST /v2/…/capture`) or event
 * (`PAYMENT.CAPTURE.COMPLETED`) that it concerns, with `*` for any text and a last `$` for the end.
 */
export const plainFault = z.strictObject({
  kind: text(1, 40),
  count: integer(1, 1_000).optional(),
  path: text(1, 200).optional(),
})
const ms = integer(1, 600_000)

export type FaultShapes = Record<string, z.ZodType>

/** What can go wrong at every provider. */
export const commonFaults = {
  /** Waits before processing. */
  latency: plainFault.extend({ ms }),
  /** Does not process and never responds. */
  hang: plainFault,
  /** Responds with this status without processing. */
  error: plainFault.extend({
    status: z.literal([400, 401, 403, 404, 429, 500, 502, 503, 504]),
    retryAfter: integer(0, 600).optional(),
  }),
  /** Processes the request, then drops the connection. */
  drop: plainFault,
  /** Processes the request, then waits before it responds. */
  'slow-answer': plainFault.extend({ ms }),
  /** Never sends the webhook. */
  'webhook-off': plainFault,
  'webhook-delay': plainFault.extend({ ms }),
  'webhook-duplicate': plainFault.extend({ copies: integer(2, 25) }),
  /** Holds back `count` webhooks, or all until the faults are cleared; then sends the last one first. */
  'webhook-reverse': plainFault,
  'webhook-bad-signature': plainFault,
  /** Changes the body after signing it. */
  'webhook-tampered': plainFault,
}

export type FaultOf<Shapes extends FaultShapes, Kind extends keyof Shapes> = Omit<z.infer<Shapes[Kind]>, 'kind'> & {
  kind: Kind
}
export type AnyFaultOf<Shapes extends FaultShapes> = { [Kind in keyof Shapes]: FaultOf<Shapes, Kind> }[keyof Shapes]

/** A fault in the store, whose other fields its shape has checked. */
export interface StoredFault {
  kind: string
  count?: number | undefined
  path?: string | undefined
}

type FaultStore = Pick<Store<Tables>, 'faults' | 'changed'>

/** Makes the function that takes the first matching fault of a kind, whose count then goes down by one. */
export const faultTaker =
  <Shapes extends FaultShapes>(_shapes: Shapes) =>
  <Kind extends keyof Shapes & string>({ faults, changed }: FaultStore, kind: Kind, subject: string) => {
    for (const [id, fault] of faults) {
      if (fault.kind !== kind || !matches(fault.path ?? '', subject)) continue
      if (fault.count === 1) faults.delete(id)
      else if (fault.count) fault.count -= 1
      changed('faults', id)
      return fault as FaultOf<Shapes, Kind>
    }
    return undefined
  }

export const takeCommonFault = faultTaker(commonFaults)

/** Matches by substrings: a regular expression from a request could need exponential time. */
function matches(path: string, subject: string): boolean {
  const isToEnd = path.endsWith('$')
  const parts = (isToEnd ? path.slice(0, -1) : path).split('*')
  let start = 0
  for (const part of parts) {
    const found = subject.indexOf(part, start)
    if (found < 0) return false
    start = found + part.length
  }
  return !isToEnd || subject.endsWith(parts.at(-1) ?? '')
}

/** Throws a refusal for an unknown fault. */
export function addFault({ store, faultShapes }: BaseEmulator, given: unknown, field = '') {
  const kinds = Object.keys(faultShapes)
  const { kind } = parseSetting(z.looseObject({ kind: z.enum(kinds) }), given, field)
  const shape = faultShapes[kind]
  if (!shape) throw new Error(`The fault ${kind} has no shape.`)
  const fault = parseSetting(shape, given, field) as StoredFault
  const id = randomBytes(5).toString('hex')
  store.faults.set(id, fault)
  store.changed('faults', id)
}

export function clearFaults({ webhookSender, store }: Pick<BaseEmulator, 'webhookSender' | 'store'>) {
  for (const id of store.faults.keys()) store.changed('faults', id)
  store.faults.clear()
  webhookSender.release()
}

const faultList = z.strictObject({ faults: z.array(z.unknown()).max(100) })

export function putFaults(emulator: BaseEmulator, { json }: ApiRequest): Answer {
  const { faults } = parseSetting(faultList, json)
  clearFaults(emulator)
  for (const [index, fault] of faults.entries()) addFault(emulator, fault, `/faults/${index}`)
  return listFaults(emulator)
}

export function listFaults({ store }: BaseEmulator): Answer {
  return { status: 200, body: { faults: [...store.faults.values()] } }
}

export function deleteFaults(emulator: BaseEmulator): Answer {
  clearFaults(emulator)
  return { status: 204 }
}
