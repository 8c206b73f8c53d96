import { z } from 'zod'
import type { Emulator } from '../base/emulator.ts'
import type { Answer, ApiRequest } from '../base/http.ts'
import { integer, parse } from '../base/request-schema.ts'
import { hour } from '../base/time.ts'

const setting = z.strictObject({ hours: integer(0, 24 * 365) })

export function setClockAhead({ store }: Emulator, hours: number) {
  store.kept.set('ahead', parse(setting, { hours }).hours * hour)
  store.changed('kept', 'ahead')
}

export function putClock(emulator: Emulator, { json }: ApiRequest): Answer {
  setClockAhead(emulator, parse(setting, json).hours)
  return { status: 204 }
}

export function hoursAhead({ store }: Emulator) {
  return (store.kept.get('ahead') ?? 0) / hour
}
