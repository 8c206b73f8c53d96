import { ADDRESSES_PER_USER, type Address, type AddressInput, addressInput } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { conflict, invalidBecause, notFound } from '../http/errors.ts'
import {
  countAddressesOf,
  deleteAddress,
  insertAddress,
  lockAddress,
  updateAddress,
} from '../users/addresses.repository.ts'
import { lockUser } from '../users/users.repository.ts'

/** Saves an address. Locks the customer's row, so that parallel calls cannot pass the limit together (B76). */
export async function saveAddress(db: Database, userId: string, input: AddressInput): Promise<Address> {
  return db.transaction().execute(async db => {
    await lockUser(db, userId)
    if ((await countAddressesOf(db, userId)) >= ADDRESSES_PER_USER) {
      throw conflict(
        `You can save ${ADDRESSES_PER_USER} addresses at the most. Please delete one first.`,
        'address_limit',
      )
    }

    return insertAddress(db, userId, input)
  })
}

/** Sent fields replace, omitted ones stay; the result must be valid as a whole (B76). */
export async function changeAddress(
  db: Database,
  userId: string,
  addressId: string,
  changes: Partial<AddressInput>,
): Promise<Address> {
  return db.transaction().execute(async db => {
    const address = await lockAddress(db, userId, addressId)
    if (!address) throw noAddress()
    const changed = addressInput.safeParse({ ...address, ...changes })
    if (!changed.success) throw invalidBecause(changed.error)

    return updateAddress(db, addressId, changed.data)
  })
}

export async function forgetAddress(db: Database, userId: string, addressId: string): Promise<void> {
  if (!(await deleteAddress(db, userId, addressId))) throw noAddress()
}

const noAddress = () => notFound('Address not found.')
