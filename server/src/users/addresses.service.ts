import { ADDRESSES_PER_USER, type Address, type AddressInput } from '@mela/contract'
import type { Database } from '../database/database.ts'
import { conflict } from '../http/errors.ts'
import { countAddressesOf, insertAddress } from './addresses.repository.ts'
import { lockUser } from './users.repository.ts'

/** Saves an address; the customer's row is locked, so that parallel calls cannot pass the limit together (DECISIONS B76). */
export async function saveAddress(db: Database, userId: string, input: AddressInput): Promise<Address> {
  return db.transaction().execute(async db => {
    await lockUser(db, userId)
    if ((await countAddressesOf(db, userId)) >= ADDRESSES_PER_USER) {
      throw conflict(`You can save ${ADDRESSES_PER_USER} addresses at the most. Please delete one first.`)
    }

    return insertAddress(db, userId, input)
  })
}
