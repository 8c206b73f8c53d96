import { ADDRESSES_PER_USER, type Address, type AddressDraft, type AddressInput } from '@mela/contract'
import type { Selectable, Transaction } from 'kysely'
import { lockUser } from '../people/users.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import type { Tables } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { claimKey } from '../platform/http/idempotency-keys.ts'
import { type AddressTerms, checkAddress, withPostal } from '../shop/check-address.ts'

export async function listAddressesOf(db: Database, userId: string): Promise<Address[]> {
  const rows = await db
    .selectFrom('addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toAddress)
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
async function lockAddress(db: Transaction<Tables>, userId: string, id: string): Promise<Address | undefined> {
  const own = db.selectFrom('addresses').selectAll().where('id', '=', id).where('user_id', '=', userId)
  const row = await own.forUpdate().executeTakeFirst()
  return row && toAddress(row)
}

async function updateAddress(db: Transaction<Tables>, id: string, input: AddressInput): Promise<Address> {
  const row = await db
    .updateTable('addresses')
    .set(toColumns(input))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toAddress(row)
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

/** Locks the customer's row, so that parallel calls cannot pass the limit together. */
export async function saveAddress(
  db: Database,
  shop: AddressTerms,
  userId: string,
  draft: AddressDraft,
  key?: string,
): Promise<Address> {
  const input = await checkAddress(shop, draft)
  return transact(db, async db => {
    await lockUser(db, userId)
    const id = newId()
    const earlierId = await claimKey(db, { userId, key, kind: 'address', request: input, id })
    if (earlierId) return requireAddress(await lockAddress(db, userId, earlierId))
    if ((await countAddressesOf(db, userId)) >= ADDRESSES_PER_USER) {
      throw conflict(
        `You can save ${ADDRESSES_PER_USER} addresses at the most. Please delete one first.`,
        'address_limit',
      )
    }

    return insertAddress(db, userId, input, id)
  })
}

/** Sent fields replace, omitted ones stay; the result must be valid as a whole. */
export async function changeAddress(
  db: Database,
  shop: AddressTerms,
  userId: string,
  addressId: string,
  changes: AddressDraft,
): Promise<Address> {
  return transact(db, async db => {
    const address = requireAddress(await lockAddress(db, userId, addressId))
    return updateAddress(db, addressId, await checkAddress(shop, { ...address, ...changes }))
  })
}

export async function forgetAddress(db: Database, userId: string, addressId: string): Promise<void> {
  if (!(await deleteAddress(db, userId, addressId))) throw noAddress()
}

function requireAddress(address: Address | undefined): Address {
  if (!address) throw noAddress()
  return address
}

const noAddress = () => notFound('Address not found.')

async function countAddressesOf(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('addresses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

async function deleteAddress(db: Database, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('addresses')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
