import { randomBytes, randomInt } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** PayPal's ids have 17 characters, its payer ids 13. */
export function newId(length = 17) {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

export function newDebugId() {
  return randomBytes(7).toString('hex').slice(0, 13)
}
