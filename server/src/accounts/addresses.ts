import { ADDRESSES_PER_USER, type Address, type AddressDraft, type AddressInput } from '@mela/contract'
import { type Caller, lockOwner } from '../people/sessions.ts'
import type { Database, RowOf, Transaction } from '../platform/database/database.ts'
import { countRows, newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { claimKey } from '../platform/http/idempotency-keys.ts'
import { type AddressTerms, checkAddress, withPostal } from '../shop/check-address.ts'

/** Locks the customer's row, so that parallel calls cannot pass the limit together. */
export async function saveAddress(
  db: Database,
  shop: AddressTerms,
  { user: { id: userId }, token }: Caller,
  draft: AddressDraft,
  key?: string,
): Promise<Address> {
  const input = checkAddress(shop, draft)
  return transact(db, async db => {
    await lockOwner(db, userId, token)
    const id = newId()
    const earlierId = await claimKey(db, { userId, key, kind: 'address', request: input, id })
    if (earlierId) return lockAddress(db, userId, earlierId)
    await refuseMore(db, userId)
    return insertAddress(db, userId, input, id)
  })
}

async function refuseMore(db: Database, userId: string): Promise<void> {
  const count = await countRows(db.selectFrom('addresses').where('user_id', '=', userId))
  if (count < ADDRESSES_PER_USER) return
  throw conflict(`You can save ${ADDRESSES_PER_USER} addresses at the most. Please delete one first.`, 'address_limit')
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
    const address = await lockAddress(db, userId, addressId)
    const row = await db
      .updateTable('addresses')
      .set(toColumns(checkAddress(shop, { ...address, ...changes })))
      .where('id', '=', addressId)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toAddress(row)
  })
}

export async function deleteAddress(db: Database, userId: string, addressId: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('addresses')
    .where('id', '=', addressId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw noAddress()
}

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

async function lockAddress(db: Transaction, userId: string, id: string): Promise<Address> {
  const own = db.selectFrom('addresses').selectAll().where('id', '=', id).where('user_id', '=', userId)
  return toAddress(await own.forUpdate().executeTakeFirstOrThrow(noAddress))
}

const noAddress = () => notFound('Address not found.')

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

function toAddress(row: RowOf<'addresses'>): Address {
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
