import { isDeepStrictEqual } from 'node:util'
import { conflict } from '../http/errors.ts'

type Sent<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined }

/** Fields that are undefined were not sent, and stay. `states` are what differs, for the audit event. */
export function applyChanges<Fields extends object>(before: Fields, sent: Sent<Fields>) {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  const after: Fields = { ...before, ...Object.fromEntries(given) }
  const names = Object.keys(after) as (keyof Fields)[]
  const changed = names.filter(name => !isDeepStrictEqual(before[name], after[name]))
  const pick = (fields: Fields) => Object.fromEntries(changed.map(name => [name, fields[name]])) as Partial<Fields>
  return { after, changed, states: { before: pick(before), after: pick(after) } }
}

/** The first field that another change has set since; undefined when all are as this one left them. */
export const changedAgain = (present: Record<string, unknown>, after: Record<string, unknown>): string | undefined =>
  Object.keys(after).find(name => !isDeepStrictEqual(present[name], after[name]))

/** A call without a version wants its change whatever was saved since. */
export function refuseStale(loaded: number | undefined, present: number): void {
  if (loaded !== undefined && loaded !== present)
    throw conflict('This item was changed by someone else. Please reload.', 'version_conflict')
}
