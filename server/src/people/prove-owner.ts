import type { OwnerProof } from '@mela/contract'
import type { Database } from '../platform/database/database.ts'
import { invalid } from '../platform/http/errors.ts'
import type { Env } from '../platform/runtime/env.ts'
import { confirmPassword } from './confirm-password.ts'
import { codeIsWrong, proveSecondFactor } from './second-factor.ts'
import type { SessionUser } from './session-user.ts'
import { findSecret } from './two-factor.repository.ts'

const refusals = {
  missing: () => invalid({ code: 'Please enter the code from your authenticator app.' }, 'two_factor_required'),
  wrong: () => invalid(codeIsWrong, 'wrong_code'),
}

export const missingPassword = () => invalid({ password: 'Please enter your password.' })

/** True when password and code were right; a caller that lacks the password must make its change undoable. */
export async function proveOwner(
  db: Database,
  env: Env,
  user: SessionUser,
  { password, code }: OwnerProof,
): Promise<boolean> {
  if (password === undefined) {
    if (await findSecret(db, user.id, 'confirmed')) throw missingPassword()
    return false
  }
  await confirmPassword(db, env, user, password)
  await proveSecondFactor(db, env, user, code, refusals)
  return true
}
