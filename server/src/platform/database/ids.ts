import { randomBytes } from 'node:crypto'

let lastTime = 0
let counter = 0

/** 12 digits of milliseconds, 4 of a counter, 8 random: ids sort by time. */
export function newId(): string {
  const now = Math.max(Date.now(), lastTime)
  counter = now === lastTime ? counter + 1 : 0
  // 65536 ids within one millisecond borrow from the next.
  lastTime = counter > 0xffff ? now + 1 : now
  if (counter > 0xffff) counter = 0
  return idOf(lastTime, counter)
}

export function idAt(time: Date): string {
  return idOf(time.getTime(), 0)
}

function idOf(milliseconds: number, count: number): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  return hex(milliseconds, 12) + hex(count, 4) + randomBytes(4).toString('hex')
}
