import { forbidden } from '../http/errors.ts'
import type { Env } from '../runtime/env.ts'

/**
 * Refuses to change what a demo shop's visitors sign in with: everybody knows the demo admin's password, so anybody could
 * lock out everybody else (B56, C10).
 */
export function protectDemoAdmin(env: Pick<Env, 'mode' | 'demoAdmin'>, { email }: { email: string }): void {
  if (env.mode === 'demo' && email === env.demoAdmin.email) throw forbidden('The demo account cannot be changed.')
}
