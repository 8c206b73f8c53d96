import { type BodyOf, type Calls, codeKeyOf, findDiscountProblems, NO_DISCOUNT } from '@mela/contract'
import { sql } from 'kysely'
import { applyChanges, changedAgain, refuseStale } from '../../platform/audit/apply-changes.ts'
import { findDeleted, findStates, recordAudit } from '../../platform/audit/audit-log.ts'
import { violates } from '../../platform/database/constraints.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import { transact } from '../../platform/database/transact.ts'
import { conflict, invalid, notFound, ShopError } from '../../platform/http/errors.ts'
import { claimKey } from '../../platform/http/idempotency-keys.ts'
import { columnsOf, findStored, lockDiscount, nameTargets, noSuchDiscount, type StoredDiscount } from './rows.ts'

type Sent = Partial<BodyOf<Calls['PATCH /discounts/:id']>>

type NewDiscount = BodyOf<Calls['POST /discounts']>

export const addDiscount = (db: Database, actor: string, input: NewDiscount, key?: string): Promise<string> =>
  transact(db, async db => {
    const id = newId()
    const earlierId = await claimKey(db, { userId: actor, key, kind: 'discount', request: input, id })
    return earlierId ?? insertDiscount(db, actor, input, id)
  })

/** Adds a discount: find the customers' accounts → write it with its code → audit. Answers its id. */
export async function insertDiscount(
  db: Transaction,
  actor: string,
  input: NewDiscount,
  id: string = newId(),
): Promise<string> {
  await refuseGiftCards(db, input)
  const sent = await withAccounts(db, input)
  const { after } = applyChanges<StoredDiscount>({ ...NO_DISCOUNT, name: input.name }, sent)
  await refuseProblems(db, after)
  await db
    .insertInto('discounts')
    .values({ id, ...columnsOf(after) })
    .execute()
  await writeCode(db, id, after.code)
  await recordAudit(db, { actor, action: 'discount.created', subject: `discount:${id}`, after })
  return id
}

/** Throws a `conflict` when the discount was changed since the version was loaded. */
export async function editDiscount(
  db: Database,
  actor: string,
  id: string,
  { version, ...input }: BodyOf<Calls['PATCH /discounts/:id']>,
): Promise<void> {
  await change(db, actor, id, async (db, present) => {
    refuseStale(version, present.version)
    await refuseGiftCards(db, input)
    return withAccounts(db, input, present.stored)
  })
}

export async function undoChange(db: Database, actor: string, id: string, entry: number): Promise<void> {
  const event = await findStates(db, `discount:${id}`, entry)
  if (!event?.before || !event.after) throw notFound('There is no such change.')
  const { before, after } = event
  await change(db, actor, id, async (_db, { stored }) => {
    if (changedAgain({ ...stored }, after))
      throw conflict('The discount was changed again since, so this cannot be undone.', 'cannot_undo')
    return before
  })
}

/** Waits for orders that are taking a use, and they for it, so that no limit is passed. */
async function change(
  db: Database,
  actor: string,
  id: string,
  next: (db: Transaction, present: Awaited<ReturnType<typeof lockDiscount>>) => Promise<Sent>,
): Promise<void> {
  await transact(db, async db => {
    const present = await lockDiscount(db, id)
    const { after, changed, states } = applyChanges<StoredDiscount>(present.stored, await next(db, present))
    if (changed.length === 0) return
    await refuseProblems(db, after, present.uses)
    await db
      .updateTable('discounts')
      .set({ ...columnsOf(after), version: sql<number>`version + 1` })
      .where('id', '=', id)
      .execute()
    if (changed.includes('code')) await writeCode(db, id, after.code)
    await recordAudit(db, { actor, action: 'discount.updated', subject: `discount:${id}`, ...states })
  })
}

/** What a save would write, which throws what the save would throw. */
export async function draftDiscount(db: Database, { _id, ...input }: Sent & { _id?: string | undefined }) {
  const {
    version: _,
    uses,
    ...stored
  } = _id ? await findStored(db, _id) : { ...NO_DISCOUNT, name: '', version: 1, uses: 0 }
  await refuseGiftCards(db, input)
  const { after: discount } = applyChanges<StoredDiscount>(stored, await withAccounts(db, input, stored))
  await refuseProblems(db, discount, uses)
  return { discount, row: { ...columnsOf(discount), id: _id ?? newId() } }
}

async function refuseProblems(db: Database, discount: StoredDiscount, uses = 0): Promise<void> {
  const { limitInAll, appliesTo } = discount
  const problems = findDiscountProblems(discount)
  if (appliesTo !== 'everything' && (await nameTargets(db, discount)).length === 0)
    problems.targets ??= `The ${appliesTo} of this discount do not exist any more.`
  if (limitInAll !== null && limitInAll < uses) problems.limitInAll = `It has been used ${uses} times already.`
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

/** Addresses become the ids of their accounts, which stay when an address changes; only a confirmed one is proved. */
async function withAccounts<Input extends Sent>(db: Database, input: Input, present = NO_DISCOUNT): Promise<Input> {
  if (!input.customers?.length) return input
  const found = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', sql<string>`any(${input.customers}::text[])`)
    .where(sql<boolean>`role <> 'guest' and (email_confirmed_at is not null or id = any(${present.customers}::text[]))`)
    .orderBy('id')
    .execute()
  const missing = input.customers.filter(address => !found.some(({ email }) => email === address))
  if (missing.length > 0) throw invalid({ customers: `No account has confirmed the address ${missing.join(', ')}.` })
  return { ...input, customers: found.map(({ id }) => id) }
}

async function refuseGiftCards(db: Database, { targets = [] }: Sent): Promise<void> {
  const cards = await db
    .selectFrom('products')
    .select('name')
    .where('id', '=', sql<string>`any(${targets}::text[])`)
    .where('is_gift_card', '=', true)
    .orderBy('name')
    .execute()
  const names = cards.map(({ name }) => name).join(', ')
  if (names) throw invalid({ targets: `Discounts take nothing off gift cards. Please remove ${names}.` })
}

async function writeCode(db: Transaction, id: string, code: string | null): Promise<void> {
  await db.deleteFrom('discount_codes').where('discount_id', '=', id).where('is_single_use', '=', false).execute()
  if (code === null) return
  await db
    .insertInto('discount_codes')
    .values({ key: codeKeyOf(code), code, discount_id: id, is_single_use: false })
    .execute()
    .catch(refuseTaken)
}

function refuseTaken(error: unknown): never {
  if (!violates(error, 'discount_codes_pkey')) throw error
  const errors = { code: 'Another discount has this code.' }
  throw new ShopError('conflict', errors.code, { code: 'name_taken', errors })
}

/** Its codes are free for other discounts at once; orders keep what it took off. */
export async function removeDiscount(db: Database, actor: string, id: string): Promise<void> {
  await transact(db, async db => {
    const { stored: before } = await lockDiscount(db, id)
    await db.updateTable('discounts').set({ deleted_at: sql<Date>`now()` }).where('id', '=', id).execute()
    await writeCode(db, id, null)
    await recordAudit(db, { actor, action: 'discount.deleted', subject: `discount:${id}`, before })
  })
}

/** Throws a `conflict` when another discount has its code by now, and `invalid` when all that it is for is gone. */
export async function restoreDiscount(db: Database, actor: string, id: string): Promise<void> {
  await transact(db, async db => {
    const { numUpdatedRows } = await db
      .updateTable('discounts')
      .set({ deleted_at: null })
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    const deleted = (await findDeleted(db, `discount:${id}`, 'discount.deleted')) as StoredDiscount | undefined
    if (!deleted) throw noSuchDiscount()
    const { stored, uses } = await lockDiscount(db, id)
    await refuseProblems(db, stored, uses)
    await writeCode(db, id, deleted.code)
    await recordAudit(db, { actor, action: 'discount.restored', subject: `discount:${id}` })
  })
}
