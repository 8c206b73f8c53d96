import { randomInt } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Stripe's ids say what they are of. */
export function newId(prefix: string, length = 24) {
  return `${prefix}_${Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}

export const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
