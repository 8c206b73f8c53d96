import { randomBytes } from 'node:crypto'

let lastTime = 0
let counter = 0

/** A new 24-hex id: 12 digits of milliseconds, 4 that count within one, 8 at random; so ids sort by time. */
export function newId(): string {
  const now = Math.max(Date.now(), lastTime)
  counter = now === lastTime ? counter + 1 : 0
  // 65536 ids within one millisecond borrow from the next.
  lastTime = counter > 0xffff ? now + 1 : now
  if (counter > 0xffff) counter = 0

  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  return hex(lastTime, 12) + hex(counter, 4) + randomBytes(4).toString('hex')
}
