import { randomInt } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { type BodyOf, type Calls, codeKeyOf, orderName } from '@mela/contract'
import { stringify } from 'csv-stringify'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { orderNumber } from '../../platform/database/order-numbers.ts'
import { transact } from '../../platform/database/transact.ts'
import { conflict } from '../../platform/http/errors.ts'
import { claimKey } from '../../platform/http/idempotency-keys.ts'
import { findStored, lockDiscount } from './rows.ts'

const MOST_CODES_OF_DISCOUNT = 100_000

/** Makes codes for one order each, until there are as many as were asked for; drawn ones that exist are drawn again. */
export async function makeCodes(
  db: Database,
  actor: string,
  id: string,
  { count, prefix }: BodyOf<Calls['POST /discounts/:id/codes']>,
  key?: string,
): Promise<void> {
  await transact(db, async db => {
    if (await claimKey(db, { userId: actor, key, kind: 'discount-codes', request: { id, count, prefix }, id })) return
    const { stored } = await lockDiscount(db, id)
    refuseOtherKinds(stored)
    const before = await countCodes(db, id)
    if (before + count > MOST_CODES_OF_DISCOUNT)
      throw conflict(`A discount has ${MOST_CODES_OF_DISCOUNT} codes at the most.`)
    for (let left = count; left > 0; )
      left -= await insertCodes(
        db,
        id,
        Array.from({ length: left }, () => drawCode(prefix)),
      )
    const states = { before: { singleCodes: before }, after: { singleCodes: before + count } }
    await recordAudit(db, { actor, action: 'discount.codes-made', subject: `discount:${id}`, ...states })
  })
}

function refuseOtherKinds({ isAutomatic, code }: { isAutomatic: boolean; code: string | null }): void {
  if (isAutomatic) throw conflict('An automatic discount has no codes.')
  if (code !== null) throw conflict(`This discount has one code for all, ${code}. Take it away first.`)
}

/** Letters and digits that are not taken for each other. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = [4, 4]

/** Such as SPRING-7KQ2-M9XD: 30 to the power of 8 cannot be guessed at the rate of `lookUpCodes`. */
function drawCode(prefix: string | null | undefined): string {
  const groups = GROUPS.map(length => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''))
  return [prefix?.toUpperCase(), ...groups].filter(Boolean).join('-')
}

async function insertCodes(db: Transaction, id: string, codes: string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into discount_codes (key, code, discount_id, is_single_use)
    select key, code, ${id}, true from unnest(${codes.map(codeKeyOf)}::text[], ${codes}::text[]) as drawn (key, code)
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows)
}

async function countCodes(db: Transaction, id: string): Promise<number> {
  const codes = db.selectFrom('discount_codes').where('discount_id', '=', id)
  return (await codes.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

export async function exportCodes(db: Database, id: string) {
  const { name } = await findStored(db, id)
  const codes = await db
    .selectFrom('discount_codes')
    .leftJoin('orders', 'orders.id', 'discount_codes.order_id')
    .select(['code', 'order_id', orderNumber.as('number')])
    .where('discount_id', '=', id)
    .orderBy('key')
    .execute()
  const rows = codes.map(({ code, order_id, number }) => ({
    code,
    order: order_id ? orderName({ _id: order_id, number }) : '',
  }))
  const columns = [
    { key: 'code', header: 'Code' },
    { key: 'order', header: 'Used by order' },
  ]
  return {
    name,
    content: pipeline(
      Readable.from(rows),
      stringify({ bom: true, header: true, columns, record_delimiter: 'windows' }),
      () => {},
    ),
  }
}
