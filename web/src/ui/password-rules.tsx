import { findForbidden, PASSWORD_RULES } from '@mela/contract'
import { Check, Circle } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { cx } from './cx.ts'

/**
 * What an input of a new password needs so that password managers make one that the pattern accepts: Safari, Firefox and
 * 1Password read `passwordrules`.
 */
export const newPasswordInput = {
  type: 'password',
  autoComplete: 'new-password',
  passwordrules:
    'minlength: 6; maxlength: 128; required: lower; required: upper; required: digit; required: [@$!%*#?&];',
}

/** Must be inside a `Form` with the field `name`; ticks each fulfilled rule, and names characters that are not allowed. */
export function PasswordRules({ name = 'password' }: { name?: string }) {
  const password = String(useWatch({ name }) ?? '').trim()
  const unwanted = findForbidden(password)

  return (
    <div className="type-small -mt-2 text-ink-2">
      <ul aria-label="Password rules" className="grid gap-1">
        {PASSWORD_RULES.map(({ label, isMet: test }) => {
          const isMet = test(password)
          const Icon = isMet ? Check : Circle
          return (
            <li key={label} className={cx('flex items-center gap-2', isMet && 'text-success')}>
              <Icon className={isMet ? 'size-4 shrink-0' : 'size-4 shrink-0 p-1 text-ink-3'} />
              <span>{label}</span>
              {isMet && <span className="sr-only">: met</span>}
            </li>
          )
        })}
      </ul>
      {/* The line keeps its place, so that nothing moves while a password is typed. */}
      <p role="status" className="mt-1 min-h-[1lh] text-danger">
        {unwanted && <span>{`Not allowed: ${unwanted}`}</span>}
      </p>
    </div>
  )
}
