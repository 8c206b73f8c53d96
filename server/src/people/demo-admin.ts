import type { Database } from '../platform/database/database.ts'
import { forbidden } from '../platform/http/errors.ts'
import type { Env } from '../platform/runtime/env.ts'

/** The demo's password is public, so any visitor could lock out the others. */
export function protectDemoAdmin(env: Pick<Env, 'mode' | 'demoAdmin'>, { email }: { email: string }): void {
  if (env.mode === 'demo' && email === env.demoAdmin.email)
    throw forbidden('The demo account cannot be changed.', 'demo_account')
}

/** False once the shop has left the demo. */
export async function hasDemoAdmin(db: Database, { mode }: Pick<Env, 'mode'>): Promise<boolean> {
  if (mode !== 'demo') return false
  return !(await db.selectFrom('settings').select('has_left_demo').executeTakeFirstOrThrow()).has_left_demo
}
