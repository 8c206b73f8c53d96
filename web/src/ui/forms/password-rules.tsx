import { Check, Circle } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { cx } from '../layout/cx.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

import { PasswordStrength } from './password-strength.tsx'

/** The parts of the contract's `passwordPattern`, one sentence each. */
const rules: [label: string, isMet: (password: string) => boolean][] = [
  ['6 characters or more', password => password.length >= 6],
  ['A letter from a to z', password => /[A-Za-z]/.test(password)],
  ['A digit', password => /\d/.test(password)],
  ['One of @ $ ! % * # ? &', password => /[@$!%*#?&]/.test(password)],
  ['No spaces or other characters', password => /^[A-Za-z\d@$!%*#?&]+$/.test(password)],
]

/** Must be inside a `Form` with the field `name`; ticks each fulfilled rule, and shows the password's strength. */
export function PasswordRules({ name = 'password' }: { name?: string }) {
  const password = String(useWatch({ name }) ?? '').trim()

  return (
    <div className="type-small -mt-2 grid gap-2 text-ink-2">
      <ul aria-label="Password rules" className="grid gap-1">
        {rules.map(([label, test]) => {
          const isMet = test(password)
          const Icon = isMet ? Check : Circle
          return (
            <li key={label} className={cx('flex items-center gap-2', isMet && 'text-success')}>
              <Icon className={isMet ? 'size-4' : 'size-4 p-1 text-ink-3'} />
              <span>{label}</span>
              {isMet && <VisuallyHidden>: met</VisuallyHidden>}
            </li>
          )
        })}
      </ul>
      <PasswordStrength password={password} />
    </div>
  )
}
