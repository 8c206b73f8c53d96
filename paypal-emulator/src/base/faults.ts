import type { Emulator } from './emulator.ts'
import type { Answer, ApiRequest } from './http.ts'
import { newId } from './ids.ts'
import { type Infer, integer, list, object, oneOf, parse, pattern, text } from './shape.ts'
import type { Store } from './store.ts'

/** How often, and on which requests (`POST /v2/…/capture`) or events (`PAYMENT.CAPTURE.COMPLETED`). */
const limits = { count: integer(1, 1_000), path: pattern }
const ms = integer(1, 600_000)
const plain = fault({}, {})

function fault<R extends Parameters<typeof object>[0], O extends Parameters<typeof object>[1]>(
  required: R,
  optional: O,
) {
  return object({ kind: text(1, 40), ...required }, { ...limits, ...optional })
}

const shapes = {
  /** Waits before processing. */
  latency: fault({ ms }, {}),
  /** Does not process and never responds. */
  hang: plain,
  /** Responds with this status without processing. */
  error: fault({ status: oneOf(401, 403, 429, 500, 502, 503, 504) }, { retryAfter: integer(0, 600) }),
  /** Processes the request, then drops the connection. */
  drop: plain,
  /** Processes the request, then waits before it responds. */
  'slow-answer': fault({ ms }, {}),
  /** Shows an order without its payments. */
  'minimal-order': plain,
  /** Sets the outcome of a capture. */
  capture: fault(
    {},
    {
      status: oneOf('COMPLETED', 'PENDING', 'DECLINED', 'FAILED'),
      reason: text(1, 60),
      amount: text(1, 12, /^\d+\.\d\d$/),
    },
  ),
  /** Sets the outcome of a refund. */
  refund: fault({ status: oneOf('COMPLETED', 'PENDING', 'FAILED', 'CANCELLED') }, {}),
  /** Never sends the webhook. */
  'webhook-off': plain,
  'webhook-delay': fault({ ms }, {}),
  'webhook-duplicate': fault({ copies: integer(2, 25) }, {}),
  /** Holds back the counted number, or all until the faults are cleared; then sends the last one first. */
  'webhook-reverse': plain,
  'webhook-bad-signature': plain,
  'webhook-wrong-id': plain,
  /** Changes the body after signing it. */
  'webhook-tampered': plain,
  /** Changes the body so that the signature still fits, because it covers a checksum only. */
  'webhook-forged': plain,
}

type Kind = keyof typeof shapes
type FaultOf<K extends Kind> = Omit<Infer<(typeof shapes)[K]>, 'kind'> & { kind: K }
export type Fault = { [K in Kind]: FaultOf<K> }[Kind]

export const kinds = Object.keys(shapes) as Kind[]
const faultList = object({ faults: list(object({ kind: oneOf(...kinds) }, {}, 'open'), 0, 100) }, {})

/** The first matching fault; its count goes down by one. */
export function takeFault<K extends Kind>({ faults, changed }: Store, kind: K, subject: string) {
  for (const [id, fault] of faults) {
    if (!isOf(kind, fault) || !new RegExp(fault.path ?? '').test(subject)) continue
    if (fault.count === 1) faults.delete(id)
    else if (fault.count) fault.count -= 1
    changed()
    return fault
  }
}

function isOf<K extends Kind>(kind: K, fault: Fault): fault is Extract<Fault, { kind: K }> {
  return fault.kind === kind
}

/** Throws INVALID_REQUEST for an unknown fault. */
export function addFault({ store }: Emulator, given: unknown, field = '') {
  const { kind } = parse(object({ kind: oneOf(...kinds) }, {}, 'open'), given, field)
  const fault = parse(shapes[kind], given, field) as Fault
  store.faults.set(newId(8), { ...fault })
  store.changed()
}

export function clearFaults({ courier, store }: Emulator) {
  store.faults.clear()
  store.changed()
  courier.release()
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
