import { Readable } from 'node:stream'
import { type OwnData, ownData } from '@mela/contract'
import type { Database } from '../database/database.ts'
import type { RowsBefore } from '../database/rows-before.ts'
import { ok } from '../http/envelope.ts'
import { openPlaces } from '../limits/places.ts'
import { listFullOrders } from '../orders/orders.repository.ts'
import { listAnswersAbout } from '../payment-records/dispute-answers.repository.ts'
import { listPaymentsOf } from '../payment-records/payments.repository.ts'
import { listAddressesOf } from '../users/addresses.repository.ts'
import {
  findOwnProfile,
  listFormerEmails,
  listOwnDevices,
  listOwnEvents,
  listOwnReviews,
  listOwnSessions,
} from './own-data.repository.ts'

/** Rows of a list in memory at a time. */
const BATCH = 200
/** Each download holds a pool connection for its snapshot, at most this long; one per network address. */
const AT_ONCE = 2
const WITHIN_MS = 120_000

const places = openPlaces(AT_ONCE, 'The shop is busy with other downloads. Please try again in a moment.', 1)

/**
 * Streams everything stored about an account as JSON text from one snapshot, a batch at a time. A disconnect or a
 * timeout ends it; an error aborts it, so that a part never passes for the whole. Throws a TooManyError when it is busy.
 */
export function streamOwnData(db: Database, userId: string, address: string): Readable {
  const leave = places.take(address)
  const signal = AbortSignal.timeout(WITHIN_MS)
  return Readable.from(inSnapshot(db, userId), { objectMode: false, signal }).on('close', leave)
}

async function* inSnapshot(db: Database, userId: string) {
  const snapshot = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    yield* textOf(snapshot, userId)
  } finally {
    await snapshot.rollback().execute()
  }
}

async function* textOf(db: Database, userId: string) {
  const [head, tail] = JSON.stringify(ok({})).split('{}')
  yield `${head}{`
  let separator = ''
  for (const [field, batches] of Object.entries(partsOf(db, userId))) {
    yield `${separator}${JSON.stringify(field)}:`
    yield* batches
    separator = ','
  }
  yield `}${tail}`
}

/** By the fields of the contract, in the order of the file. */
function partsOf(db: Database, userId: string): Record<keyof OwnData, AsyncGenerator<string>> {
  return {
    profile: whole('profile', () => findOwnProfile(db, userId)),
    formerEmails: whole('formerEmails', () => listFormerEmails(db, userId)),
    addresses: whole('addresses', () => listAddressesOf(db, userId)),
    orders: inBatches('orders', part => listFullOrders(db, userId, part)),
    payments: inBatches('payments', part => listPaymentsOf(db, userId, part)),
    disputeAnswers: whole('disputeAnswers', () => listAnswersAbout(db, userId)),
    reviews: inBatches('reviews', part => listOwnReviews(db, userId, part)),
    sessions: whole('sessions', () => listOwnSessions(db, userId)),
    knownDevices: whole('knownDevices', () => listOwnDevices(db, userId)),
    events: whole('events', () => listOwnEvents(db, userId)),
  }
}

/** Validated like every answer: fields that the contract does not name are dropped. */
async function* whole<Field extends keyof OwnData>(field: Field, read: () => Promise<OwnData[Field]>) {
  yield JSON.stringify(ownData.shape[field].parse(await read()))
}

/** Each batch begins after the last id of the previous one. */
async function* inBatches<Item extends { _id: string }>(
  field: 'orders' | 'payments' | 'reviews',
  read: (part: RowsBefore) => Promise<Item[]>,
) {
  yield '['
  let before: string | undefined
  for (;;) {
    const items = await read({ before, limit: BATCH })
    if (items.length > 0) {
      const text = JSON.stringify(ownData.shape[field].parse(items)).slice(1, -1)
      yield before === undefined ? text : `,${text}`
    }
    if (items.length < BATCH) break
    before = items.at(-1)?._id
  }
  yield ']'
}
