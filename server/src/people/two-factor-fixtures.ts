import { expect } from 'vitest'
import type { Person, startShop } from '../../test/shop.ts'
import { turnOnTwoFactor } from '../../test/two-factor.ts'
import { listAuditEntries } from '../platform/audit/audit-log.ts'
import { hashPassword } from './passwords.ts'

export const password = 'abcd1!'
export const twoFactor = '/users/current-user/two-factor'

export async function demandTwoFactor(shop: ReturnType<typeof startShop>, as: Person): Promise<void> {
  const { version } = (await shop.get('/settings', as)).data
  const body = { version, security: { staffTwoFactor: true } }
  expect(await shop.call('PATCH', '/settings', { as, body })).toMatchObject({ status: 200 })
}

/** Accounts with and without two-factor sign-in; the shop must trust its proxy. */
export function twoFactorOf(shop: ReturnType<typeof startShop>) {
  let addresses = 0

  async function account(given: Parameters<typeof shop.user>[0] = {}) {
    const { id, email } = await shop.user({ password_hash: await hashPassword(password), ...given })
    return { id, email, as: await shop.signIn(id) }
  }

  const begin = (as: Person) => shop.post(twoFactor, { password }, as)

  return {
    account,
    begin,
    async enrolled(given: Parameters<typeof shop.user>[0] = {}) {
      const person = await account(given)
      return { ...person, ...(await turnOnTwoFactor(shop, person.as, password)) }
    },
    /** From a new network address each time, so that only the account's limit counts. */
    logIn: (email: string, code?: string, typed = password) =>
      shop.post('/auth/login', { email, password: typed, ...(code !== undefined && { code }) }, undefined, {
        'x-forwarded-for': `203.0.113.${addresses++}`,
      }),
    auditEventsOf: async (id: string) =>
      (await listAuditEntries(shop.db, { page: 1, size: 20, keyword: id })).rows.map(({ action }) => action),
  }
}

export const askedForCode = {
  status: 403,
  message: 'Please enter the code from your authenticator app.',
  data: { twoFactor: true },
  cookies: [],
}
export const codeIsWrong = {
  status: 403,
  message: 'This code is not right. Please try again.',
  data: { twoFactor: true },
}
