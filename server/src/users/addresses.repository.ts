import type { Address, AddressInput } from '@mela/contract'
import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { Tables } from '../database/tables.ts'

/** A customer's own addresses, newest first. */
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

export async function insertAddress(db: Database, userId: string, { name, ...input }: AddressInput): Promise<Address> {
  const row = await db
    .insertInto('addresses')
    .values({
      id: newId(),
      user_id: userId,
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
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toAddress(row)
}

function toAddress(row: Selectable<Tables['addresses']>): Address {
  return {
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
  }
}
