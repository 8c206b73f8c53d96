import { type KeyEnvironment, type PaymentGatewayName, paymentGateways } from '@mela/contract'
import type { Database } from '../../platform/database/database.ts'
import type { Env } from '../../platform/runtime/env.ts'
import { listServiceKeys } from '../../shop/service-keys.ts'
import { modeOf, readSettings } from '../../shop/settings.ts'

export type GatewayKeys = Pick<Env, PaymentGatewayName>

/** No real money moves in a demo or a rehearsal, and a live shop takes no other. */
export const findEnvironment = async (db: Database, env: Env): Promise<KeyEnvironment> =>
  modeOf(env, await readSettings(db)) === 'live' ? 'live' : 'sandbox'

/** The keys that count: the environment's, else those that staff have entered for this mode of the shop. */
export async function withSavedKeys(db: Database, env: Env): Promise<GatewayKeys> {
  const saved = await listServiceKeys(db, env)
  const environment = await findEnvironment(db, env)
  const entered = paymentGateways.flatMap(gateway => {
    const found = saved.find(({ name }) => name === `${gateway}-${environment}`)
    return found?.keys ? [keysFor(gateway, environment, found.keys)] : []
  })
  return Object.assign({}, ...entered, pickGiven(env))
}

/** The keys of one provider in the environment's form. */
export const keysFor = (gateway: PaymentGatewayName, environment: KeyEnvironment, keys: Record<string, string>) =>
  ({ [gateway]: { environment, ...keys } }) as unknown as GatewayKeys

const pickGiven = (env: Env) =>
  Object.fromEntries(paymentGateways.flatMap(name => (env[name] ? [[name, env[name]]] : [])))
