import { browserAfter } from '../../test/browser.ts'
import type { Person, startShop } from '../../test/shop.ts'
import { codeOf, turnOnTwoFactor } from '../../test/two-factor.ts'
import { type startMailServer, tokenIn } from '../messages/notifications-fixtures.ts'

export const password = 'Kadamba#41'
const name = { firstName: 'Mira', lastName: 'Sen' }

export const anEmail = () => `${crypto.randomUUID()}@example.com`

/** Accounts with a password, and the calls that they make about themselves. */
export function membersOf(shop: ReturnType<typeof startShop>) {
  return {
    register: (email: string) => shop.post('/auth/register', { name, email, password }),
    /** A signed-in account with a password. */
    async aMember(email = anEmail()): Promise<Person & { email: string }> {
      const { id, cookie } = browserAfter(await shop.post('/auth/register', { name, email, password }))
      return { id, cookie, email }
    },
    /** With the password the deletion is final; without it, it is pending for seven days. */
    leave: (as?: Person, proof?: object) => shop.call('DELETE', '/users/current-user', { as, body: proof }),
    change: (as: Person, body: object) => shop.call('PATCH', '/users/current-user', { as, body }),
    logIn: (email: string, given = password) => shop.post('/auth/login', { email, password: given }),
    forget: (email: string) => shop.post('/auth/forgot-password', { email }),
    isSignedIn: async (as: Person) => (await shop.get('/users/current-user', as)).status === 200,
    async turnOnTwoFactor(as: Person) {
      const { secret, recoveryCodes } = await turnOnTwoFactor(shop, as, password)
      return { secret, code: () => codeOf(secret), recoveryCodes }
    },
    confirmEmail: ({ id }: Person) =>
      shop.db.updateTable('users').set({ email_confirmed_at: new Date() }).where('id', '=', id).execute(),
  }
}

/** The token of the newest email to an address with a link to this page, once the outbox is sent. */
export async function linkTo(office: ReturnType<typeof startMailServer>, email: string, page: string): Promise<string> {
  await office.allSent()
  const newest = office.emailsTo(email).findLast(({ text }) => text?.includes(page))
  return tokenIn(newest ?? {}, page)
}
