import {
  API_BASE,
  type GatewayConnection,
  gatewayKeyFields,
  gatewayKeysOf,
  gatewayNames,
  type KeyEnvironment,
  listTakers,
  type OwnerProof,
  type PaymentGatewayName,
  paymentGateways,
  webhookPath,
} from '@mela/contract'
import { sql } from 'kysely'
import { beginProof, missingPassword, proveAdmin } from '../people/prove-owner.ts'
import type { Caller } from '../people/sessions.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { transact } from '../platform/database/transact.ts'
import { conflict, invalid, notFound, refused } from '../platform/http/errors.ts'
import type { Env } from '../platform/runtime/env.ts'
import { deleteServiceKeys, findServiceKeys, listServiceKeys, noteTest, saveServiceKeys } from '../shop/service-keys.ts'
import { readSettings } from '../shop/settings.ts'
import { reconcileLatePayment } from './capture-payment.ts'
import { GatewayError, type Gateways, type PaymentGateway } from './gateways/gateway.ts'
import { findEnvironment, keysFor } from './gateways/gateway-keys.ts'
import { providers } from './gateways/open-gateway.ts'
import { closeAttempt, findShopAccount, listRefusals } from './payment-sessions.ts'

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
  const used = await findEnvironment(db, env)
  const refusals = await listRefusals(db, gateways.all)
  const connections = paymentGateways.map((gateway): GatewayConnection => {
    const said = refusals.find(({ gateway: { name } }) => name === gateway)
    const { isRefusing = false, paymentRefusal = '' } = said ?? {}
    const entries = (['sandbox', 'live'] as const).flatMap(environment => {
      const found = saved.find(({ name }) => name === `${gateway}-${environment}`)
      const refused = isRefusing && !env[gateway] && environment === used
      const { account = '', refusal = '' } = refused
        ? { refusal: refusalOf(gatewayNames[gateway], environment) }
        : (found?.shown ?? {})
      const isReadable = found?.keys !== undefined
      return found ? [{ environment, account, refusal, savedAt: found.savedAt.toISOString(), isReadable }] : []
    })
    const isEntered = entries.some(entry => entry.environment === used && entry.isReadable)
    const open = gateways.find(gateway)
    const source = env[gateway] ? 'environment' : isEntered ? 'dashboard' : open ? 'emulator' : 'none'
    const webhookUrl = new URL(API_BASE + webhookPath(gateway), env.publicUrl).href
    return {
      ...{ gateway, displayName: gatewayNames[gateway], mode: open?.mode ?? null, source, saved: entries, webhookUrl },
      ...{ isRefusing, paymentRefusal },
    }
  })
  return { connections, environment: used, takesLiveKeys: env.mode !== 'demo' }
}

/**
 * Connects a provider: prove the owner → check the keys → ask the provider whose they are → take the code → end what
 * buyers have begun at another account → try again what has failed → seal them → tell all instances. Answers the message.
 */
export async function saveGatewayKeys(
  parts: Parts,
  caller: Caller,
  { gateway, environment }: Place,
  { keys: typed, ...proof }: OwnerProof & { keys: Record<string, unknown> },
): Promise<string> {
  const { db, env, gateways } = parts
  const takeCode = await beginProof(db, env, caller.user, proof)
  if (env.mode === 'demo' && environment === 'live')
    throw conflict('A shop in demo mode takes no live keys. Start it with SHOP_MODE=rehearsal.')
  const keys = readKeys(gateway, typed)
  const { account, wrong, message } = await askProvider({ gateway, environment }, keys)
  if (wrong) throw invalid({ [`keys.${fieldOf(gateway, wrong)}`]: message }, 'provider_refused')
  await takeCode()

  const remark = await endPayments(parts, { gateway, environment }, account)
  await transact(db, async (db, invalidate) => {
    const shown = { account: account ?? '' }
    await makeRefundsDue(db, gateway)
    await saveServiceKeys(db, env, `${gateway}-${environment}`, { keys, shown, caller })
    if (environment === (await findEnvironment(db, env))) await forgetRefusals(db, gateway)
    invalidate('gateways')
  })
  await gateways.refresh()
  return message + remark + (await remarkOnTakers(parts, environment))
}

async function forgetRefusals(db: Transaction, gateway: PaymentGatewayName) {
  const askAgain = { is_refused: false, payment_refusal: null, answered_at: new Date(0) }
  await db.updateTable('provider_accounts').set(askAgain).where('gateway', '=', gateway).execute()
}

/** The next round tries again what these keys may mend. */
async function makeRefundsDue(db: Transaction, gateway: PaymentGatewayName) {
  const failed = db.updateTable('refunds').where('state', '=', 'queued').where('failure', 'is not', null)
  const ofGateway = db.selectFrom('payments').select('id').where('gateway', '=', gateway)
  await failed.set({ next_try_at: sql`now()` }).where('payment_id', 'in', ofGateway).execute()
}

export async function removeGatewayKeys(parts: Parts, caller: Caller, place: Place, proof: OwnerProof) {
  const { db, env, gateways } = parts
  if (!(await proveAdmin(db, env, caller.user, proof))) throw missingPassword()
  const remark = await endPayments(parts, place)
  await transact(db, async (db, invalidate) => {
    await deleteServiceKeys(db, `${place.gateway}-${place.environment}`, caller)
    invalidate('gateways')
  })
  await gateways.refresh()
  return `Keys removed.${remark}${await remarkOnTakers(parts, place.environment)}`
}

/** Keys are changed all the same, because stolen ones must go at once. */
async function remarkOnTakers({ db, env, gateways }: Parts, environment: KeyEnvironment): Promise<string> {
  const settings = await readSettings(db)
  if (environment !== (await findEnvironment(db, env)) || listTakers(settings, gateways.all).length > 0) return ''
  return ` No way to pay takes payments in ${settings.money.currency} now: look at Settings, Payments.`
}

/** No browser waits much longer. */
const END_MS = 20_000

/**
 * Ends the open sessions of the keys in use, because keys of another account would not see them paid. A failure stops
 * nothing, because these keys may have been revoked; the answer tells of it.
 */
async function endPayments(
  { db, env, gateways }: Parts,
  { gateway: name, environment }: Place,
  nextAccount?: string | null,
) {
  const gateway = gateways.find(name)
  if (!gateway || env[name] || environment !== (await findEnvironment(db, env))) return ''
  if (nextAccount && nextAccount === (await findShopAccount(db, gateway).catch(() => undefined))) return ''

  const begun = db
    .selectFrom('payment_attempts')
    .select(['id', 'provider_order_id as sessionId'])
    .where('gateway', '=', name)
    .where('state', '=', 'open')
    .orderBy('id')
  const until = Date.now() + END_MS
  let haveEnded = true
  let next = await begun.executeTakeFirst()
  while (next && Date.now() < until) {
    const { id, sessionId } = next
    const ended = sessionId ? reconcileLatePayment(db, gateway, sessionId, { mayGoOn: false }) : Promise.resolve()
    await ended.then(() => closeAttempt(db, { id, sessionId })).catch(() => (haveEnded = false))
    next = await begun.where('id', '>', id).executeTakeFirst()
  }
  // What a bank has not answered yet arrives without the shop.
  const waiting = await db
    .selectFrom('payments')
    .select('id')
    .where('gateway', '=', name)
    .where('gateway_mode', '=', gateway.mode)
    .where('status', '=', 'pending')
    .where('problem', 'is', null)
    .executeTakeFirst()
  const canRemain = waiting || (gateway.expire && (next || !haveEnded))
  return canRemain
    ? ` Not all payments that had begun could be ended: look at ${gateway.displayName}, and return what still arrives there.`
    : ''
}

/** Asks the provider about the saved keys, and notes whose they are, or that it takes them no more. */
export async function testGatewayKeys({ db, env }: Pick<Parts, 'db' | 'env'>, place: Place) {
  const name = `${place.gateway}-${place.environment}` as const
  const saved = await findServiceKeys(db, env, name)
  if (!saved) throw notFound('No keys were entered.')
  if (!saved.keys)
    throw conflict('These keys cannot be opened any more, because the key of the server has changed. Enter them again.')
  const { account, wrong, message } = await askProvider(place, saved.keys)
  if (account || wrong) await noteTest(db, saved, { account: account ?? '', refusal: wrong ? message : '' })
  if (wrong) throw refused(message, 'provider_refused')
  return { account, message }
}

function readKeys(gateway: PaymentGatewayName, typed: Record<string, unknown>): Record<string, string> {
  const parsed = gatewayKeysOf(gateway).safeParse(typed)
  if (!parsed.success)
    throw invalid(Object.fromEntries(parsed.error.issues.map(issue => [`keys.${issue.path.join('.')}`, issue.message])))
  return Object.fromEntries(
    Object.entries(parsed.data).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

const fieldOf = (gateway: PaymentGatewayName, mark: NonNullable<Answered['wrong']>) =>
  Object.entries(gatewayKeyFields[gateway]).find(([, field]) => mark in field)?.[0]

interface Answered {
  /** Whose keys they are; null until the provider has taken them. */
  account: string | null
  /** What has to be corrected: the secret key, or the account, which alone may stay empty. */
  wrong?: 'isSecret' | 'isOptional'
  message: string
}

async function askProvider({ gateway, environment }: Place, keys: Record<string, string>): Promise<Answered> {
  const connected = await providers[gateway].connect(keysFor(gateway, environment, keys))
  if (!connected) throw new Error(`The keys of ${gateway} are not complete.`)
  return connected.retrieveAccount().then(
    account => answerOfAccount(connected, account),
    error => answerOf(connected, environment, error),
  )
}

/** No payment can be told from a foreign one while the account is unknown, so none would count. */
function answerOfAccount({ displayName, enteredAccount }: PaymentGateway, found?: string): Answered {
  const account = found ?? enteredAccount
  const wrong = (message: string) => ({ account: null, wrong: 'isOptional', message }) as const
  if (account === undefined)
    return wrong(`${displayName} takes these keys and does not say whose account it is: enter it beside them.`)
  if (enteredAccount !== undefined && account !== enteredAccount)
    return wrong(
      `${displayName} takes these keys, but says that they belong to ${account} and not to ${enteredAccount}.`,
    )
  const untold = `${displayName} takes these keys, and does not say whose they are: make sure that they are of ${account}.`
  return { account, message: found === undefined ? untold : `Connected as ${account}.` }
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
    ...(!isUnknown && { wrong: 'isSecret' }),
    message: isUnknown
      ? `${displayName} did not answer, so it is not known yet whether the keys are right. Test them again later.`
      : refusalOf(displayName, environment),
  }
}

const refusalOf = (displayName: string, environment: string) =>
  `${displayName} does not take these keys. Check that they are the ${environment} keys, and copied whole.`
