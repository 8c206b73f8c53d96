import { sql } from 'kysely'
import type { Person, startShop } from '../../test/shop.ts'
import type { startMailServer } from '../messages/notifications-fixtures.ts'
import { anEmail, linkTo, membersOf } from './account-fixtures.ts'

export const tooOld = { status: 400, success: false, message: 'This link was used already or is too old.' }
export const taken = { status: 409, message: 'User with this email already exists!' }

/** The links that undo a change of address or a deletion, and what is known of them. */
export function undoLinksFor(shop: ReturnType<typeof startShop>, office: ReturnType<typeof startMailServer>) {
  const { aMember, confirmEmail } = membersOf(shop)

  return {
    restore: (token: string) => shop.post('/auth/restore-email', { token }),
    reopen: (token: string) => shop.post('/auth/reopen-account', { token }),
    reset: (token: string, password: string) => shop.post('/auth/reset-password', { token, password }),
    restoreLink: (email: string) => linkTo(office, email, '/auth/restore-email'),
    reopenLink: (email: string) => linkTo(office, email, '/auth/reopen-account'),
    emailOf: async ({ id }: { id: string }) =>
      (await shop.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email,
    undoLinksOf: ({ id }: { id: string }) =>
      shop.db.selectFrom('email_changes').selectAll().where('user_id', '=', id).orderBy('id').execute(),
    subjectsTo: (email: string) => office.emailsTo(email).map(({ subject }) => subject),
    later: (table: 'email_changes' | 'closed_accounts', { id }: { id: string }, days: number) => {
      const column = sql.ref(table === 'email_changes' ? 'expires_at' : 'erase_at')
      return sql`update ${sql.table(table)} set ${column} = ${column} - make_interval(days => ${days})
        where user_id = ${id}`.execute(shop.db)
    },
    /** An owner with a confirmed address, and a thief with only a stolen session. */
    async aTheft() {
      const owner = await aMember()
      await confirmEmail(owner)
      const thief: Person = await shop.signIn(owner.id)
      return { owner, thief, newEmail: anEmail() }
    },
  }
}
