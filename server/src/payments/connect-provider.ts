import {
  API_BASE,
  type GatewayConnection,
  gatewayKeyFields,
  gatewayKeysOf,
  gatewayNames,
  type KeyEnvironment,
  type OwnerProof,
  type PaymentGatewayName,
  paymentGateways,
  webhookPath,
} from '@mela/contract'
import { missingPassword, proveOwner } from '../people/prove-owner.ts'
import type { SessionUser } from '../people/session-user.ts'
import type { Database } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, invalid, notFound } from '../platform/http/errors.ts'
import type { Env } from '../platform/runtime/env.ts'
import {
  deleteServiceKeys,
  findServiceKeys,
  listServiceKeys,
  noteAccount,
  saveServiceKeys,
} from '../shop/service-keys.ts'
import { GatewayError, type Gateways, type PaymentGateway } from './gateways/gateway.ts'
import { findEnvironment, keysFor } from './gateways/gateway-keys.ts'
import { providers } from './gateways/open-gateway.ts'

interface Parts {
  db: Database
  env: Env
  gateways: Gateways
}

interface Place {
  gateway: PaymentGatewayName
  environment: KeyEnvironment
}

/** Which providers the shop is connected to, and as whom. No key is answered. */
export async function listConnections({ db, env, gateways }: Parts) {
  const saved = await listServiceKeys(db, env)
  const environment = await findEnvironment(db, env)
  const connections = paymentGateways.map((gateway): GatewayConnection => {
    const entries = (['sandbox', 'live'] as const).flatMap(environment => {
      const found = saved.find(({ name }) => name === `${gateway}-${environment}`)
      const { account = '' } = found?.shown ?? {}
      const isReadable = found?.keys !== undefined
      return found ? [{ environment, account, savedAt: found.savedAt.toISOString(), isReadable }] : []
    })
    const isEntered = entries.some(entry => entry.environment === environment && entry.isReadable)
    const open = gateways.find(gateway)
    const source = env[gateway] ? 'environment' : isEntered ? 'dashboard' : open ? 'emulator' : 'none'
    const webhookUrl = new URL(API_BASE + webhookPath(gateway), env.publicUrl).href
    return { gateway, displayName: gatewayNames[gateway], mode: open?.mode ?? null, source, saved: entries, webhookUrl }
  })
  return { connections, environment, takesLiveKeys: env.mode !== 'demo' }
}

/** Connects a provider: prove the owner → check the keys → ask the provider → seal them → tell all instances. */
export async function saveGatewayKeys(
  { db, env, gateways }: Parts,
  user: SessionUser,
  { gateway, environment }: Place,
  { keys: typed, ...proof }: OwnerProof & { keys: Record<string, unknown> },
): Promise<string> {
  if (!(await proveOwner(db, env, user, proof))) throw missingPassword()
  if (env.mode === 'demo' && environment === 'live')
    throw conflict('A demo takes no live keys: everyone knows its password. Start the shop with SHOP_MODE=rehearsal.')
  const keys = readKeys(gateway, typed)
  const tested = await askProvider({ gateway, environment }, keys)
  if (!tested.isTaken) throw invalid({ [`keys.${secretOf(gateway)}`]: tested.message }, 'provider_refused')

  const account = accountOf(gateway, keys, tested)
  await transact(db, async (db, invalidate) => {
    await saveServiceKeys(db, env, `${gateway}-${environment}`, { keys, shown: { account }, actor: user.id })
    invalidate('gateways')
  })
  await gateways.refresh()
  return tested.message
}

export async function removeGatewayKeys(
  { db, env, gateways }: Parts,
  user: SessionUser,
  place: Place,
  proof: OwnerProof,
) {
  if (!(await proveOwner(db, env, user, proof))) throw missingPassword()
  await transact(db, async (db, invalidate) => {
    await deleteServiceKeys(db, `${place.gateway}-${place.environment}`, user.id)
    invalidate('gateways')
  })
  await gateways.refresh()
}

/** Asks the provider about the saved keys, and notes whose they are where it did not answer when they were saved. */
export async function testGatewayKeys({ db, env }: Pick<Parts, 'db' | 'env'>, place: Place) {
  const name = `${place.gateway}-${place.environment}` as const
  const saved = await findServiceKeys(db, env, name)
  if (!saved) throw notFound('No keys were entered.')
  if (!saved.keys)
    throw conflict('These keys cannot be opened any more, because the key of the server has changed. Enter them again.')
  const tested = await askProvider(place, saved.keys)
  const account = tested.isTaken && accountOf(place.gateway, saved.keys, tested)
  if (account) await noteAccount(db, name, account)
  return tested
}

function readKeys(gateway: PaymentGatewayName, typed: Record<string, unknown>): Record<string, string> {
  const parsed = gatewayKeysOf(gateway).safeParse(typed)
  if (!parsed.success)
    throw invalid(Object.fromEntries(parsed.error.issues.map(issue => [`keys.${issue.path.join('.')}`, issue.message])))
  return Object.fromEntries(
    Object.entries(parsed.data).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** Whose keys they are, or their public part; '' while the provider has not said that it takes them. */
const accountOf = (gateway: PaymentGatewayName, keys: Record<string, string>, { account, isUnknown }: Answered) =>
  isUnknown ? '' : (account ?? enteredAccountOf(keys) ?? publicPartOf(gateway, keys))

const enteredAccountOf = ({ merchantId, accountId }: Record<string, string>) => merchantId ?? accountId

/** Where all keys are secret, the field's name stands for them. */
const publicPartOf = (gateway: PaymentGatewayName, keys: Record<string, string>): string => {
  const [shown] = Object.entries<{ label: string; isSecret?: true }>(gatewayKeyFields[gateway]).filter(
    ([name, { isSecret }]) => !isSecret && keys[name],
  )
  return shown ? (keys[shown[0]] ?? '') : gatewayNames[gateway]
}

const secretOf = (gateway: PaymentGatewayName): string =>
  Object.entries(gatewayKeyFields[gateway]).find(([, field]) => 'isSecret' in field)?.[0] ?? ''

interface Answered {
  account: string | null
  /** False when the provider refuses the keys; true also while it cannot be reached. */
  isTaken: boolean
  isUnknown?: true
  message: string
}

async function askProvider({ gateway, environment }: Place, keys: Record<string, string>): Promise<Answered> {
  const connected = await providers[gateway].connect(keysFor(gateway, environment, keys))
  if (!connected) throw new Error(`The keys of ${gateway} are not complete.`)
  return connected.retrieveAccount().then(
    account => ({ account: account ?? null, isTaken: true, message: sentenceOf(connected, account) }),
    error => answerOf(connected, environment, error),
  )
}

function sentenceOf({ displayName, enteredAccount }: PaymentGateway, account?: string) {
  if (account !== undefined && enteredAccount !== undefined && account !== enteredAccount)
    return `${displayName} takes these keys, but says that they belong to ${account} and not to ${enteredAccount}.`
  if (account !== undefined) return `Connected as ${account}.`
  return enteredAccount !== undefined
    ? `${displayName} takes these keys.`
    : `${displayName} takes these keys and does not say whose account it is: enter it beside them.`
}

export function answerOf(
  { displayName }: Pick<PaymentGateway, 'displayName'>,
  environment: string,
  error: unknown,
): Answered {
  if (!(error instanceof GatewayError)) throw error
  const isUnknown = error.kind === 'ambiguous'
  return {
    account: null,
    isTaken: isUnknown,
    ...(isUnknown && { isUnknown }),
    message: isUnknown
      ? `${displayName} did not answer, so it is not known yet whether the keys are right. Test them again later.`
      : `${displayName} does not take these keys. Check that they are the ${environment} keys, both of one app, and copied whole.`,
  }
}
