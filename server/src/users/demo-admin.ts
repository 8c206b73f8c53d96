import { forbidden } from '../http/errors.ts'
import type { Env } from '../runtime/env.ts'

/**
 * Refuses changes to the demo admin's credentials: the password is public, so any visitor could lock out the others
 * (B56, C10).
 */
export function protectDemoAdmin(env: Pick<Env, 'mode' | 'demoAdmin'>, { email }: { email: string }): void {
  if (env.mode === 'demo' && email === env.demoAdmin.email)
    throw forbidden('The demo account cannot be changed.', 'demo_account')
}
