import type { Emulator } from './emulator.ts'
import { hour } from './time.ts'

export function setClockAhead({ store }: Emulator, hours: number) {
  store.kept.set('ahead', hours * hour)
  store.changed()
}

export function hoursAhead({ store }: Emulator) {
  return (store.kept.get('ahead') ?? 0) / hour
}
