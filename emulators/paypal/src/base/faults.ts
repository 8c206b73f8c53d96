import { z } from 'zod'
import type { Emulator } from './emulator.ts'
import type { Answer, ApiRequest } from './http.ts'
import { newId } from './ids.ts'
import { integer, parse, text } from './request-schema.ts'
import type { Store } from './store.ts'

/**
 * `count` is how often the fault occurs. `path` is a part of the text of a request (`POST /v2/…/capture`) or event
 * (`PAYMENT.CAPTURE.COMPLETED`) that it concerns, with `*` for any text and a last `$` for the end.
 */
const plain = z.strictObject({ kind: text(1, 40), count: integer(1, 1_000).optional(), path: text(1, 200).optional() })
const ms = integer(1, 600_000)

const shapes = {
  /** Waits before processing. */
  latency: plain.extend({ ms }),
  /** Does not process and never responds. */
  hang: plain,
  /** Responds with this status without processing. */
  error: plain.extend({
    status: z.literal([401, 403, 404, 429, 500, 502, 503, 504]),
    retryAfter: integer(0, 600).optional(),
  }),
  /** Processes the request, then drops the connection. */
  drop: plain,
  /** Processes the request, then waits before it responds. */
  'slow-answer': plain.extend({ ms }),
  /** Shows an order without its payments. */
  'minimal-order': plain,
  /** Sets the outcome of a capture. */
  capture: plain.extend({
    status: z.enum(['COMPLETED', 'PENDING', 'DECLINED', 'FAILED']).optional(),
    reason: text(1, 60).optional(),
    amount: text(1, 12, /^\d+\.\d\d$/).optional(),
  }),
  /** Sets the outcome of a refund. */
  refund: plain.extend({ status: z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']) }),
  /** Never sends the webhook. */
  'webhook-off': plain,
  'webhook-delay': plain.extend({ ms }),
  'webhook-duplicate': plain.extend({ copies: integer(2, 25) }),
  /** Holds back `count` webhooks, or all until the faults are cleared; then sends the last one first. */
  'webhook-reverse': plain,
  'webhook-bad-signature': plain,
  'webhook-wrong-id': plain,
  /** Changes the body after signing it. */
  'webhook-tampered': plain,
  /** Changes the body so that the signature still fits, because it covers a checksum only. */
  'webhook-forged': plain,
}

type Kind = keyof typeof shapes
type FaultOf<K extends Kind> = Omit<z.infer<(typeof shapes)[K]>, 'kind'> & { kind: K }
export type Fault = { [K in Kind]: FaultOf<K> }[Kind]

export const kinds = Object.keys(shapes) as Kind[]
const anyFault = z.looseObject({ kind: z.enum(kinds) })
const faultList = z.strictObject({ faults: z.array(anyFault).max(100) })

/** The first matching fault; its count goes down by one. */
export function takeFault<K extends Kind>({ faults, changed }: Store, kind: K, subject: string) {
  for (const [id, fault] of faults) {
    if (!isOf(kind, fault) || !matches(fault.path ?? '', subject)) continue
    if (fault.count === 1) faults.delete(id)
    else if (fault.count) fault.count -= 1
    changed('faults', id)
    return fault
  }
}

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

function isOf<K extends Kind>(kind: K, fault: Fault): fault is Extract<Fault, { kind: K }> {
  return fault.kind === kind
}

/** Throws INVALID_REQUEST for an unknown fault. */
export function addFault({ store }: Emulator, given: unknown, field = '') {
  const { kind } = parse(anyFault, given, field)
  const fault = parse(shapes[kind], given, field) as Fault
  const id = newId(8)
  store.faults.set(id, fault)
  store.changed('faults', id)
}

export function clearFaults({ webhookSender, store }: Emulator) {
  for (const id of store.faults.keys()) store.changed('faults', id)
  store.faults.clear()
  webhookSender.release()
}

export function putFaults(emulator: Emulator, { json }: ApiRequest): Answer {
  const { faults } = parse(faultList, json)
  clearFaults(emulator)
  for (const [index, fault] of faults.entries()) addFault(emulator, fault, `/faults/${index}`)
  return listFaults(emulator)
}

export function listFaults({ store }: Emulator): Answer {
  return { status: 200, body: { faults: [...store.faults.values()] } }
}

export function deleteFaults(emulator: Emulator): Answer {
  clearFaults(emulator)
  return { status: 204 }
}
