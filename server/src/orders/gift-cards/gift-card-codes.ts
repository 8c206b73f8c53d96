import { createHash } from 'node:crypto'
import { codeKeyOf } from '@mela/contract'
import { deriveBytes } from '../../people/sealed-secrets.ts'
import type { Env } from '../../platform/runtime/env.ts'

/** Crockford's letters, of which none looks like another one. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16

/** The code follows from the card's id and the shop's key: an email is written again without a stored code. */
export function makeCode(env: Env, cardId: string): string {
  const bytes = deriveBytes(env, `gift-card:${cardId}`).subarray(0, LENGTH)
  return Array.from(bytes, byte => LETTERS[byte % LETTERS.length]).join('')
}

/** People mistake these for each other. */
const LOOKALIKES: Record<string, string> = { O: '0', I: '1', L: '1' }

/** Guesses are counted by key: what has one key must be one code. */
const foldCode = (typed: string) =>
  codeKeyOf(typed)
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[OIL]/g, letter => LOOKALIKES[letter] ?? letter)

/** Of a code as it is typed, in any case, with or without dashes and spaces. */
export const hashCode = (typed: string): Buffer => createHash('sha256').update(foldCode(typed)).digest()
