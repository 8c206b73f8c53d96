import type * as contract from './index.ts'
import type { Endpoint } from './shared/endpoint.ts'

type Endpoints = Extract<(typeof contract)[keyof typeof contract], Endpoint>

/** Types only, so that pages carry no schema code. */
export type Calls = { [E in Endpoints as `${E['method']} ${E['url']}`]: E }
