import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { BusyError, invalid } from '../platform/http/errors.ts'
import { lazily } from '../platform/runtime/lazily.ts'

/** Node has four threads for this; files and page compression need some of them. */
const turns = pLimit(2)
/** At 50 milliseconds each, the last of them waits five seconds. */
const MOST_WAITING = 200

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return turns.activeCount + turns.pendingCount < MOST_WAITING ? turns(work) : Promise.reject(new BusyError())
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password))
}

/** It is never told to anyone. */
export const randomPassword = () => hashPassword(randomBytes(24).toString('hex'))

const hashOfNoUser = randomPassword()

/** A missing account takes as long, so that timing does not reveal known e-mails. */
export async function isPasswordRight(password: string, passwordHash: string | undefined): Promise<boolean> {
  const hasPassword = passwordHash?.startsWith('$argon2') ?? false
  const known = hasPassword && passwordHash ? passwordHash : await hashOfNoUser
  const isRight = await inTurn(() => verify(known, password))
  return isRight && hasPassword
}

export const isTooCommon = 'This password is used by many people and easy to guess. Please choose another one.'

/** Entries of the package's list, most used first; 'abcd1!' is SPEC's own example and ranks lower. */
const MOST_USED = 10_000
/** Words that are guessed with any digits and symbols around them; lower ranks are ordinary words. */
const MOST_USED_WORDS = 1000

/** Digits that people put behind any word: rows, and years. */
const COMMON_ENDS = /^(?:12|123|1234|12345|123456|007|786|(?:19|20)\d\d)$/

const commonLetters: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

/** Refuses one of the most used passwords, on its field (ADR 0009). Only the server has the list. */
export async function refuseCommonPassword(password: string, field: 'password' | 'newPassword'): Promise<void> {
  if (await isCommonPassword(password)) throw invalid({ [field]: isTooCommon }, 'password_too_common')
}

export async function isCommonPassword(password: string): Promise<boolean> {
  const ranks = await commonRanks()
  const typed = password.toLowerCase()
  const words = [typed.replace(/[^a-z]+$/, ''), typed.replace(/^[^a-z]+|[^a-z]+$/g, '')].flatMap(readings)
  const hasCommonEnd = COMMON_ENDS.test(bare(typed.replace(/^.*[a-z]/, '')))
  const most = hasCommonEnd ? MOST_USED : MOST_USED_WORDS
  return ranks.has(bare(typed)) || words.some(word => (ranks.get(word) ?? MOST_USED) < most)
}

const bare = (text: string) => text.replace(/[^a-z\d]/g, '')

/** The text as typed, and with digits and symbols read as similar letters; 1 is i or l. */
function readings(text: string): string[] {
  const read = text.replace(/[03457@$]/g, sign => commonLetters[sign] ?? sign)
  return [bare(text), bare(read.replaceAll('1', 'i')), bare(read.replaceAll('1', 'l'))]
}

/** Loaded lazily: operator commands need not spend the memory and time. */
const commonRanks = lazily(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Map(dictionary['passwords-common'].slice(0, MOST_USED).map((password, rank) => [password, rank]))
})

export const prepareCommonPasswords = async () => void (await commonRanks())
