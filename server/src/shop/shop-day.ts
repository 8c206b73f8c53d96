import { repeat } from '../platform/runtime/repeat.ts'

/** '2026-11-25'. */
const dayIn = (timeZone: string, now = new Date()) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(now)

const CHECK_MS = 60_000

/** A clock may be set and a machine may sleep, so it looks every minute. */
export function followDays(timeZone: () => string, onNewDay: () => void, now = () => new Date()) {
  let day = dayIn(timeZone(), now())
  function check() {
    const today = dayIn(timeZone(), now())
    if (today === day) return
    day = today
    onNewDay()
  }
  return { check, ...repeat(CHECK_MS, async () => check()) }
}
