import type { Role, ShippingAddress } from '@mela/contract'
import { insertAddress } from '../../accounts/addresses.ts'
import { hashPassword, randomPassword } from '../../people/passwords.ts'
import type { Database } from '../../platform/database/database.ts'
import { idAt } from '../../platform/database/ids.ts'
import type { Env } from '../../platform/runtime/env.ts'
import { type DemoCatalogue, daysAgo } from './demo-catalogue.ts'

/** Signs in with `mela@shop1`; the review authors have random passwords. */
export const demoShopper = { name: 'Asha Rao', email: 'asha@example.com', password: 'mela@shop1' }

export interface DemoPerson {
  id: string
  email: string
  address: ShippingAddress
}

export interface DemoPeople {
  admin: DemoPerson
  customers: Map<string, DemoPerson>
}

interface Account {
  name: string
  email: string
  role: Role
  passwordHash: string
}

const OPENED_DAYS_AGO = 90

const places = [
  { street: 'Carter Road, Bandra West', city: 'Mumbai', state: 'Maharashtra', pinCode: '400050' },
  { street: 'Lavelle Road, Ashok Nagar', city: 'Bengaluru', state: 'Karnataka', pinCode: '560001' },
  { street: 'Park Street, Taltala', city: 'Kolkata', state: 'West Bengal', pinCode: '700016' },
  { street: 'Khader Nawaz Khan Road', city: 'Chennai', state: 'Tamil Nadu', pinCode: '600006' },
  { street: 'Prem Nagar, Civil Lines', city: 'Jaipur', state: 'Rajasthan', pinCode: '302006' },
] as const
const buildings = ['Sea View Apartments', 'Banyan House', 'Lotus Residency']

function demoAuthors({ products }: DemoCatalogue): string[] {
  return [...new Set(products.flatMap(product => product.reviews.map(review => review.author)))]
}

const emailOfAuthor = (name: string) => `${name.toLowerCase().replace(' ', '.')}@example.com`

/** Hashing is slow, so it happens before the transaction. */
export async function demoAccounts(catalogue: DemoCatalogue, { demoAdmin }: Env): Promise<Account[]> {
  const unusablePassword = await randomPassword()
  return [
    { name: 'Mela Admin', email: demoAdmin.email, role: 'admin', passwordHash: await hashPassword(demoAdmin.password) },
    { ...demoShopper, role: 'customer', passwordHash: await hashPassword(demoShopper.password) },
    ...demoAuthors(catalogue).map(name => ({
      name,
      email: emailOfAuthor(name),
      role: 'customer' as const,
      passwordHash: unusablePassword,
    })),
  ]
}

export async function insertPeople(db: Database, accounts: Account[]): Promise<DemoPeople> {
  const people = accounts.map((account, i) => ({ ...account, ...personOf(account, i) }))
  await db
    .insertInto('users')
    .values(
      people.map(({ id, email, role, passwordHash, address, since }) => ({
        id,
        first_name: address.name.firstName,
        last_name: address.name.lastName,
        email,
        role,
        password_hash: passwordHash,
        created_at: since,
        email_confirmed_at: since,
      })),
    )
    .execute()

  const customers = people.filter(person => person.role === 'customer')
  for (const { id, address } of customers) await insertAddress(db, id, address)
  const [admin] = people.filter(person => person.role === 'admin')
  if (!admin) throw new Error('The demo shop has no admin.')
  return { admin, customers: new Map(customers.map(person => [person.name, person])) }
}

function personOf({ name, email }: Account, i: number): DemoPerson & { since: Date } {
  const [firstName = '', lastName = ''] = name.split(' ')
  const { street, city, state, pinCode } = places[i % places.length] ?? places[0]
  const address = {
    name: { firstName, lastName },
    countryCode: '91',
    phoneNumber: String(9_000_000_100 + i),
    building: `${i + 4}, ${buildings[i % buildings.length]}`,
    street,
    city,
    state,
    pinCode,
    country: 'India',
  }
  const since = daysAgo(OPENED_DAYS_AGO - i)
  return { id: idAt(since), email, address, since }
}
