import { browserAfter } from '../../test/browser.ts'
import { codeOf } from '../../test/code-of.ts'
import type { Person, startShop } from '../../test/shop.ts'
import type { startMailServer } from '../notifications/notifications-fixtures.ts'
import { tokenIn } from '../notifications/notifications-fixtures.ts'

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
    /** With the password the deletion is final, without it pending for seven days. */
    leave: (as?: Person, proof?: object) => shop.call('DELETE', '/users/current-user', { as, body: proof }),
    change: (as: Person, body: object) => shop.call('PATCH', '/users/current-user', { as, body }),
    logIn: (email: string, given = password) => shop.post('/auth/login', { email, password: given }),
    forget: (email: string) => shop.post('/auth/forgot-password', { email }),
    isSignedIn: async (as: Person) => (await shop.get('/users/current-user', as)).status === 200,
    /** Uses the code of the previous time step, which is still valid. */
    async turnOnTwoFactor(as: Person) {
      const { secret } = (await shop.post('/users/current-user/two-factor', { password }, as)).data
      const body = { code: codeOf(secret, -1) }
      const { data } = await shop.post('/users/current-user/two-factor/confirm', body, as)
      return { secret: secret as string, code: () => codeOf(secret), recoveryCodes: data.recoveryCodes as string[] }
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
