import { codeKeyOf, UNKNOWN_CODE } from '@mela/contract'
import type { Database } from '../../platform/database/database.ts'
import { networkOf, SITE_BITS } from '../../platform/http/network-address.ts'
import { codeCounters, countAll, inTurn, uncountAll } from '../../platform/limits/limit-attempts.ts'
import type { Env } from '../../platform/runtime/env.ts'
import { findGiftCards } from '../gift-cards/find-gift-cards.ts'
import { hashCode } from '../gift-cards/gift-card-codes.ts'
import { dependOnPast, findDiscountCodes, findPast } from './find-offers.ts'

export interface CodeCaller {
  address: string
  userId: string | undefined
  guestEmail?: string | undefined
  limits: Pick<Env, 'failedLogins' | 'failedLoginsPerAccount' | 'failedLoginsPerAddress'>
}

export interface LookedUpCodes {
  known: string[]
  refused: { code: string; refusal: string }[]
  /** A guest's mailbox must not be asked about any more. */
  hidesPast: boolean
}

const TOO_MANY = 'Too many codes were tried. Please try again later.'

/** Looks up typed codes at a limited rate. What is wrong with a code that exists is said when the cart is priced. */
export async function lookUpCodes(db: Database, caller: CodeCaller, typed: string[] = []): Promise<LookedUpCodes> {
  const byKey = new Map(typed.map(code => [codeKeyOf(code), code.trim()]))
  byKey.delete('')
  if (byKey.size === 0 && (caller.guestEmail === undefined || !(await dependOnPast(db, []))))
    return { known: [], refused: [], hidesPast: false }
  return inTurn(`codes of ${caller.address}`, () => tryCodes(db, caller, [...byKey.values()]))
}

/** Counts the try → looks up → forgets the count when neither a code nor the mailbox was a new guess. */
async function tryCodes(db: Database, caller: CodeCaller, codes: string[]): Promise<LookedUpCodes> {
  const { guestEmail } = caller
  const counters = countersOf(caller)
  const { counted, full } = await countAll(db, counters)
  if (full) {
    const refused = codes.map(code => ({ code, refusal: TOO_MANY }))
    return { known: [], refused, hidesPast: guestEmail !== undefined }
  }

  const existing = new Set([...(await keysOfDiscounts(db, codes, caller.userId)), ...(await keysOfCards(db, codes))])
  const known = codes.filter(code => existing.has(codeKeyOf(code)))
  const unknown = codes.filter(code => !known.includes(code))
  const tried = unknown.map(codeKeyOf)
  if (guestEmail !== undefined && (await tellsOfPast(db, guestEmail, known))) tried.push(guestEmail)
  let guesses = 0
  for (const guess of tried) if (await isNewGuess(db, caller, guess)) guesses++
  if (guesses === 0) await uncountAll(db, counted)
  // The first of them is counted already.
  for (let n = 1; n < guesses; n++) await countAll(db, counters)
  return { known, refused: unknown.map(code => ({ code, refusal: UNKNOWN_CODE })), hidesPast: false }
}

/** A cart that keeps a wrong code is priced again and again. */
async function isNewGuess(db: Database, { address }: CodeCaller, guess: string): Promise<boolean> {
  const { full } = await countAll(db, [{ subject: ['wrong code', address, guess], most: 1, seconds: 3600 }])
  return full === undefined
}

/** The mailbox can be that of another person. */
const tellsOfPast = async (db: Database, guestEmail: string, codes: string[]) =>
  (await dependOnPast(db, codes)) && (await findPast(db, { userId: undefined, guestEmail })) !== 'none'

const keysOfDiscounts = async (db: Database, codes: string[], userId?: string) =>
  (await findDiscountCodes(db, codes, userId)).map(({ key }) => key)

/** Also where one card is typed in two spellings. */
async function keysOfCards(db: Database, codes: string[]): Promise<string[]> {
  const found = new Set((await findGiftCards(db, codes)).map(({ hash }) => hash))
  return codes.filter(code => found.has(hashCode(code).toString('hex'))).map(codeKeyOf)
}

/** Those of the address, shared with the question for a gift card's balance, and of the account. */
const countersOf = ({ limits, userId, address }: CodeCaller) => [
  ...codeCounters(limits, {
    address: networkOf(address) ?? address,
    site: networkOf(address, SITE_BITS) ?? address,
  }),
  ...(userId === undefined
    ? []
    : [{ subject: ['codes of', userId], most: limits.failedLoginsPerAccount, seconds: 24 * 3600 }]),
]
