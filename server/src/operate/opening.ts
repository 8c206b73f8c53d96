import { gatewayNames, listTakers, type PaymentMode } from '@mela/contract'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { TEST_ORDERS } from '../orders/gift-cards/find-gift-cards.ts'
import type { PaymentGateway } from '../payments/gateways/gateway.ts'
import { withSavedKeys } from '../payments/gateways/gateway-keys.ts'
import { connectGateways, providers } from '../payments/gateways/open-gateway.ts'
import { findShopAccount } from '../payments/payment-sessions.ts'
import { isPasswordRight } from '../people/passwords.ts'
import type { Database } from '../platform/database/database.ts'
import { DEMO_ADMIN, type Env, type Need } from '../platform/runtime/env.ts'
import { complain } from '../platform/runtime/run-until-stopped.ts'
import { findServiceKeys, listServiceKeys } from '../shop/service-keys.ts'
import { modeOf, readSettings } from '../shop/settings.ts'
import { demoShopper } from './demo/demo-people.ts'
import { listStaffOfDemo } from './people.ts'

/** All that is missing is said at once (docs/decisions/0020). */
export async function refuseUnready(db: Database, env: Env): Promise<void> {
  if (env.mode === 'demo')
    return refuseMixedMoney(db, (await connectGateways(await withSavedKeys(db, env)))[0]?.mode ?? 'test')
  const mode = modeOf(env, await readSettings(db))
  const mayWait = env.mode === 'rehearsal' || (await hasRealPayments(db))
  const needs = mayWait ? await listNeedsOutside(db, { ...env, mode }) : await listLiveNeeds(db, env)
  if (needs.length > 0)
    throw new Error(checklist(`The shop does not open with SHOP_MODE=${mode} before this is done:`, needs))
}

function checklist(title: string, needs: readonly Need[]): string {
  const lines = needs.map(({ problem, cure }) => `  [ ] ${problem}\n      ${cure}\n`)
  return `${title}\n\n${lines.join('\n')}`
}

/** A closed till does not close the shop: it opens with a warning. */
export async function warnUnready(db: Database, env: Env, log: Pick<FastifyBaseLogger, 'warn'>): Promise<void> {
  const needs = await listNeedsInside(db, env)
  for (const { problem, cure } of needs) log.warn({ cure }, problem)
  if (needs.length > 0) complain(checklist('WARNING: this shop is open for real money, and lacks something:', needs))
}

/** What a live shop lacks and its staff can enter. */
export async function listNeedsInside(db: Database, env: Env): Promise<Need[]> {
  const mode = modeOf(env, await readSettings(db))
  if (mode !== 'live') return []
  return listLacking(
    db,
    { ...env, mode },
    env.liveNeeds.filter(({ instead }) => instead),
  )
}

/** What a shop of this mode still lacks. */
const listNeedsOf = async (db: Database, env: Env, settings: readonly Need[]): Promise<Need[]> => [
  ...(await listLacking(db, env, settings)),
  ...(await needsOfData(db, env)),
]

/** Settings of the server, less what staff have entered. */
async function listLacking(db: Database, env: Env, settings: readonly Need[]): Promise<Need[]> {
  const entered = await listEntered(db, env)
  const lost = (await listServiceKeys(db, env)).flatMap(({ name, keys }) => (keys ? [] : name))
  const isLost = (instead: Need['instead']) => instead && lost.some(name => name.endsWith(SAVED_AS[instead]))
  return settings
    .filter(({ instead }) => !instead || !entered.has(instead))
    .map(need => (isLost(need.instead) ? lostNeed(need) : need))
    .map(({ problem, cure }) => ({ problem, cure }))
}

/** How the names of what a live shop uses end. */
const SAVED_AS = { mail: 'mail', payments: '-live' }

/** It was entered, and is sealed by a key that the server has no more. */
const lostNeed = ({ instead, cure }: Need): Need => ({
  problem: `The ${instead === 'mail' ? 'mail server' : 'keys'} of the dashboard cannot be opened with the present key of the server.`,
  cure: `Put back the key that was used before: SECRET_KEY, or secret.key in the data folder. Where it is lost: ${cure}`,
})

/** What a shop lacks to take real money. SHOP_MODE=live opens it whatever its dashboard has to change. */
export async function listLiveNeeds(db: Database, env: Env): Promise<Need[]> {
  const needs = await listNeedsOf(db, { ...env, mode: 'live' }, env.liveNeeds)
  return env.mode === 'live' ? needs : [...needs, ...(await needsOfWays(db, env))]
}

/** What its dashboard has to change. That a shop has no way to pay at all is said before. */
async function needsOfWays(db: Database, env: Env): Promise<Need[]> {
  const settings = await readSettings(db)
  const rehearsed = await connectGateways(await withSavedKeys(db, env))
  const connected = await connectGateways(await withSavedKeys(db, { ...env, mode: 'live' }))
  const takers = listTakers(settings, connected)
  if (connected.length === 0 && takers.length === 0) return []
  const lost = listTakers(settings, rehearsed).filter(way => !takers.includes(way))
  const needs = lost.map(way => ({
    problem: `${gatewayNames[way]} has no live keys, so it would not be offered any more.`,
    cure: 'Enter them in the dashboard, Settings, Payments, or switch it off there',
  }))
  if (takers.length === 0)
    needs.push({
      problem: `No way to pay that is on offer takes payments in ${settings.money.currency}.`,
      cure: 'Offer one that does in the dashboard, Settings, Payments, or sell in another currency',
    })
  const entered = connected.filter(({ name }) => !env[name])
  const saved = await listServiceKeys(db, env)
  const isConfirmed = (gateway: PaymentGateway) =>
    saved.some(({ name, shown }) => name === `${gateway.name}-live` && shown.account)
  const untested = entered.filter(gateway => !isConfirmed(gateway))
  needs.push(
    ...untested.map(({ displayName }) => ({
      problem: `${displayName} has not confirmed its live keys.`,
      cure: 'Press Test in the dashboard, Settings, Payments',
    })),
  )
  return [...needs, ...(await needsOfAccounts(db, env, entered.filter(isConfirmed)))]
}

/** Keys and the mail server can be entered in the dashboard of a rehearsal, and of a shop that has gone live. */
const listNeedsOutside = (db: Database, env: Env): Promise<Need[]> =>
  listNeedsOf(
    db,
    env,
    (env.mode === 'live' ? env.liveNeeds : env.needs).filter(({ instead }) => !instead),
  )

async function listEntered(db: Database, env: Env): Promise<Set<Need['instead']>> {
  const settings = await readSettings(db)
  const connected = await connectGateways(await withSavedKeys(db, env))
  const takesMoney = connected.length > 0 || listTakers(settings, []).length > 0
  const mail = await findServiceKeys(db, env, 'mail')
  return new Set([...(takesMoney ? (['payments'] as const) : []), ...(mail?.keys ? (['mail'] as const) : [])])
}

async function needsOfData(db: Database, env: Env): Promise<Need[]> {
  const money = env.mode === 'live' ? 'live' : 'sandbox'
  const needs = [
    await needOfPasswords(db, env),
    await needOfStaff(db),
    await needOfAdmin(db),
    ...(await needsOfMoney(db, money)),
    ...(await needsOfAccounts(db, env, env.mode === 'live' ? await connectGateways(env) : [])),
  ]
  return needs.filter(need => need !== undefined)
}

async function hasRealPayments(db: Database): Promise<boolean> {
  const { rows } = await sql`select from payments where gateway_mode = 'live' limit 1`.execute(db)
  return rows.length > 0
}

/** Real and test money never share a database: a shop that takes real money never opens with test keys. */
export async function refuseMixedMoney(db: Database, mode: PaymentMode): Promise<void> {
  const [need] = await needsOfMoney(db, mode)
  if (need) throw new Error(`${need.problem} ${need.cure}.`)
}

async function needsOfMoney(db: Database, mode: PaymentMode): Promise<Need[]> {
  const { rows } = await sql<{ isLive: boolean; hasLive: boolean; hasUnsentTest: boolean; hasTestCard: boolean }>`
    with recursive ${TEST_ORDERS}
    select (select takes_real_money from settings) as "isLive",
      exists (select from payments where gateway_mode = 'live') as "hasLive",
      exists (select from test_orders where status in ('pending', 'processing')) as "hasUnsentTest",
      exists (select from gift_cards join test_orders on test_orders.id = order_id where is_active) as "hasTestCard"`.execute(
    db,
  )
  const { isLive, hasLive, hasUnsentTest, hasTestCard } = rows[0] ?? {}
  const takeOut = 'or take out all that test money paid, with the shop stopped: npm run admin -- leave-demo'
  if (mode === 'live')
    return [
      ...(hasUnsentTest
        ? [{ problem: 'Orders that were paid with test money wait to be sent.', cure: `Cancel them, ${takeOut}` }]
        : []),
      ...(hasTestCard
        ? [{ problem: 'Gift cards that were bought with test money can be used.', cure: `Deactivate them, ${takeOut}` }]
        : []),
    ]
  if (!hasLive && !isLive) return []
  if (!hasLive)
    return [
      {
        problem: `This shop was opened for real money in its dashboard, and this would be ${mode} mode.`,
        cure: 'Open it with SHOP_MODE=rehearsal, which it had then, or give this shop a database of its own',
      },
    ]
  return [
    {
      problem: `This database holds real payments, and this would be ${mode} mode.`,
      cure: 'Open it with SHOP_MODE=live, or give this shop a database of its own',
    },
  ]
}

/** Buyers can make payments at a provider that name an order of this shop and pay another account. */
async function needsOfAccounts(db: Database, env: Env, gateways: PaymentGateway[]): Promise<Need[]> {
  const needs: Need[] = []
  for (const gateway of gateways) {
    const account = await findShopAccount(db, gateway).catch(() => undefined)
    if (account !== undefined) continue
    const { displayName, name } = gateway
    const { variables } = providers[name]
    needs.push({
      problem: `${displayName} does not tell which account receives the money of these keys, so foreign payments would not be noticed.`,
      cure: env[name]
        ? `Set ${variables.account} to ${variables.aboutAccount}`
        : 'Enter it beside the keys in the dashboard, Settings, Payments',
    })
  }
  return needs
}

/** The passwords in the README are public: its readers could log in. */
async function needOfPasswords(db: Database, { demoAdmin }: Env): Promise<Need | undefined> {
  const { rows: people } = await sql<{ email: string; hash: string; isOfDemo: boolean }>`
    select email, password_hash as hash, demo_rows.id is not null as "isOfDemo"
    from users left join demo_rows on demo_rows.id = users.id and kind = 'user'
    where (demo_rows.id is not null or role not in ('customer', 'guest')) and deleted_at is null order by users.id`.execute(
    db,
  )
  const passwords = new Set([DEMO_ADMIN.password, demoAdmin.password, demoShopper.password])
  const known = new Map<string, boolean>()
  // The authors of the reviews share one hash.
  for (const hash of new Set(people.map(({ hash }) => hash))) {
    const answers = await Promise.all([...passwords].map(password => isPasswordRight(password, hash)))
    known.set(hash, answers.includes(true))
  }
  const open = people.filter(({ hash }) => known.get(hash))
  if (open.length === 0) return undefined
  const own = open.find(({ isOfDemo }) => !isOfDemo)
  return {
    problem: `${open.map(({ email }) => email).join(' and ')} can log in with the password of the demo, which is public.`,
    cure: own
      ? `Choose another one: npm run admin -- reset-password --email ${own.email}`
      : 'Take out the people, orders and products of the demo: npm run admin -- leave-demo',
  }
}

/** The password of the demo admin is public: a reader of the README could have appointed themselves. */
async function needOfStaff(db: Database): Promise<Need | undefined> {
  const staff = await listStaffOfDemo(db)
  if (staff.length === 0) return undefined
  return {
    problem: `${staff.map(({ email }) => email).join(' and ')} got a role from the admin of the demo, who may be anyone.`,
    cure: 'Make them customers with what else is of the demo: npm run admin -- leave-demo',
  }
}

/** Undefined when there is an admin other than that of the demo. */
export async function needOfAdmin(db: Database): Promise<Need | undefined> {
  const { rows } = await sql`
    select from users where role = 'admin' and is_active and deleted_at is null
      and not exists (select from demo_rows where kind = 'user' and demo_rows.id = users.id) limit 1`.execute(db)
  if (rows.length > 0) return undefined
  const cure = 'Create one: npm run admin -- create --email you@example.com --first-name … --last-name …'
  return { problem: 'There is no admin but that of the demo.', cure }
}
