import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { GatewayError, type PaymentGateway } from './gateways/gateway.ts'

type Keys = Pick<PaymentGateway, 'name' | 'clientId' | 'enteredAccount' | 'retrieveAccount'>

export async function findShopAccount(db: Database, gateway: Keys): Promise<string | undefined> {
  if (gateway.enteredAccount !== undefined) return gateway.enteredAccount
  const kept = await findAnswer(db, gateway)
  return kept?.account ?? (await askForAccount(db, gateway))
}

/** Throws a GatewayError when no account is known: no payment can then be told from a foreign one. */
export async function requireShopAccount(db: Database, gateway: Keys): Promise<string> {
  const account = await findShopAccount(db, gateway)
  if (account === undefined) throw new GatewayError('config', 'ACCOUNT_UNKNOWN')
  return account
}

export async function askForAccount(db: Database, gateway: Keys): Promise<string | undefined> {
  const account = await gateway.retrieveAccount()
  const answer = { client_id: gateway.clientId, account: account ?? null, answered_at: sql<Date>`now()` }
  await db
    .insertInto('provider_accounts')
    .values({ gateway: gateway.name, ...answer })
    .onConflict(known => known.column('gateway').doUpdateSet(answer))
    .execute()
  return account
}

/** An answer to these keys proves them right. */
export async function haveKeysWorked(db: Database, gateway: Keys): Promise<boolean> {
  return (await findAnswer(db, gateway)) !== undefined
}

export function findAnswer(db: Database, { name, clientId }: Pick<Keys, 'name' | 'clientId'>) {
  const answers = db.selectFrom('provider_accounts').select('account').where('gateway', '=', name)
  return answers.where('client_id', '=', clientId).executeTakeFirst()
}
