import type { KeyEnvironment, PaymentGatewayName } from '@mela/contract'
import { sql } from 'kysely'
import { seal, unseal } from '../people/sealed-secrets.ts'
import { type Caller, lockOwner } from '../people/sessions.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import type { Env } from '../platform/runtime/env.ts'
import { parseJson } from '../platform/runtime/parse-json.ts'

/** A service that the owner connects the shop to in the dashboard. */
export type ServiceName = `${PaymentGatewayName}-${KeyEnvironment}` | 'mail'

type Keys = Record<string, string>

/** In the audit log, which names what was connected and never holds a key. */
const serviceSubject = (name: ServiceName) => `settings:keys-${name}` as const

/** Sealed keys are opened in their own row alone. */
const rowOf = (name: ServiceName) => `service_keys:${name}`

export interface NewKeys {
  keys: Keys
  /** What the dashboard may show of them. */
  shown: Keys
  caller: Caller
}

export async function saveServiceKeys(db: Transaction, env: Env, name: ServiceName, { keys, shown, caller }: NewKeys) {
  const { id: actor } = await lockOwner(db, caller.user.id, caller.token)
  const saved = {
    sealed: seal(env, rowOf(name), JSON.stringify(keys)),
    shown: JSON.stringify(shown),
    changed_by: actor,
    changed_at: sql<Date>`now()`,
  }
  await db
    .insertInto('service_keys')
    .values({ name, ...saved })
    .onConflict(known => known.column('name').doUpdateSet(saved))
    .execute()
  const { account, host } = shown
  const after = { connectedTo: account || host }
  await recordAudit(db, { actor, action: 'settings.keys_saved', subject: serviceSubject(name), after })
}

/** Notes what a test of saved keys has found, unless others have replaced them by then. */
export async function noteTest(
  db: Database,
  { name, sealed }: SavedKeys,
  found: { account: string; refusal: string },
): Promise<void> {
  await db
    .updateTable('service_keys')
    .set({ shown: sql`shown || ${JSON.stringify(found)}::jsonb` })
    .where('name', '=', name)
    .where('sealed', '=', sealed)
    .execute()
}

export async function deleteServiceKeys(db: Transaction, name: ServiceName, { user, token }: Caller): Promise<void> {
  const { id: actor } = await lockOwner(db, user.id, token)
  const { numDeletedRows } = await db.deleteFrom('service_keys').where('name', '=', name).executeTakeFirst()
  if (numDeletedRows > 0n)
    await recordAudit(db, { actor, action: 'settings.keys_removed', subject: serviceSubject(name) })
}

export interface SavedKeys {
  name: string
  sealed: string
  shown: Keys
  savedAt: Date
  /** Undefined when the key that sealed them is lost. */
  keys: Keys | undefined
}

export async function listServiceKeys(db: Database, env: Env): Promise<SavedKeys[]> {
  const rows = await db
    .selectFrom('service_keys')
    .select(['name', 'sealed', 'shown', 'changed_at'])
    .orderBy('name')
    .execute()
  return rows.map(({ name, sealed, shown, changed_at: savedAt }) => {
    const text = unseal(env, rowOf(name as ServiceName), sealed)
    return { name, sealed, shown, savedAt, keys: text === undefined ? undefined : (parseJson(text) as Keys) }
  })
}

export async function findServiceKeys(db: Database, env: Env, name: ServiceName): Promise<SavedKeys | undefined> {
  return (await listServiceKeys(db, env)).find(saved => saved.name === name)
}
