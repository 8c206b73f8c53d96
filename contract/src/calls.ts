import type * as contract from './index.ts'

type Table = (typeof contract)[keyof typeof contract & `${string}Calls`]
type All<T> = (T extends unknown ? (table: T) => void : never) extends (tables: infer Tables) => void ? Tables : never

/** All calls by name. Types only, so that pages carry no schema code. */
export type Calls = All<Table>
