import { ADDRESSES_PER_USER, type Address, type AddressDraft } from '@mela/contract'
import { lockUser } from '../people/users.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { claimKey } from '../platform/http/idempotency-keys.ts'
import { type AddressTerms, checkAddress } from '../shop/check-address.ts'
import { countAddressesOf, deleteAddress, insertAddress, lockAddress, updateAddress } from './addresses.repository.ts'

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
