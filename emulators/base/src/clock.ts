import { z } from 'zod'
import type { BaseEmulator } from './emulator.ts'
import { integer, parseSetting } from './fields.ts'
import type { Answer, ApiRequest } from './http.ts'

export const hour = 3_600_000

const setting = z.strictObject({ hours: integer(0, 24 * 365) })

export function setClockAhead({ store }: BaseEmulator, hours: number) {
  store.kept.set('ahead', parseSetting(setting, { hours }).hours * hour)
  store.changed('kept', 'ahead')
}

export function putClock(emulator: BaseEmulator, { json }: ApiRequest): Answer {
  setClockAhead(emulator, parseSetting(setting, json).hours)
  return { status: 204 }
}

export function hoursAhead({ store }: BaseEmulator) {
  return (store.kept.get('ahead') ?? 0) / hour
}
