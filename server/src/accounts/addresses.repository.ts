import type { Address, AddressInput } from '@mela/contract'
import type { Selectable, Transaction } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Tables } from '../platform/database/tables.ts'
import { withPostal } from '../shop/postal.ts'

export async function listAddressesOf(db: Database, userId: string): Promise<Address[]> {
  const rows = await db
    .selectFrom('addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toAddress)
}

export async function countAddressesOf(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('addresses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertAddress(db: Database, userId: string, input: AddressInput, id = newId()): Promise<Address> {
  const row = await db
    .insertInto('addresses')
    .values({ id, user_id: userId, ...toColumns(input) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toAddress(row)
}

/** Another account's address is not found. */
export async function lockAddress(db: Transaction<Tables>, userId: string, id: string): Promise<Address | undefined> {
  const own = db.selectFrom('addresses').selectAll().where('id', '=', id).where('user_id', '=', userId)
  const row = await own.forUpdate().executeTakeFirst()
  return row && toAddress(row)
}

export async function updateAddress(db: Transaction<Tables>, id: string, input: AddressInput): Promise<Address> {
  const row = await db
    .updateTable('addresses')
    .set(toColumns(input))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toAddress(row)
}

export async function deleteAddress(db: Database, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('addresses')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

function toColumns({ name, ...input }: AddressInput) {
  return {
    first_name: name.firstName,
    last_name: name.lastName,
    country_code: input.countryCode,
    phone_number: input.phoneNumber,
    building: input.building,
    street: input.street,
    city: input.city,
    state: input.state,
    pin_code: input.pinCode,
    country: input.country,
  }
}

function toAddress(row: Selectable<Tables['addresses']>): Address {
  return withPostal({
    _id: row.id,
    name: { firstName: row.first_name, lastName: row.last_name },
    countryCode: row.country_code,
    phoneNumber: row.phone_number,
    building: row.building,
    street: row.street,
    city: row.city,
    state: row.state,
    pinCode: row.pin_code,
    country: row.country,
  })
}
