import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { useFormState } from 'react-hook-form'
import { dataQuery } from '../../../lib/query-keys.ts'
import type { Elements } from '../../../ui/cx.ts'
import { TextField } from '../../../ui/text-field.tsx'

interface ProfileSectionProps {
  id: string
  title: string
  action?: Elements
  /** The heading is focusable, for when the focused element is removed. */
  headingRef?: Ref<HTMLHeadingElement>
  children: Elements
}

export function ProfileSection({ id, title, action, headingRef, children }: ProfileSectionProps) {
  return (
    <section id={id} aria-label={title} className="mt-14 scroll-mt-22 lg:mt-18">
      <div className="mb-5 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 ref={headingRef} tabIndex={-1} className="type-h2 outline-none">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

export const twoFactorQuery = () => ({ ...dataQuery('GET /users/current-user/two-factor'), staleTime: 0 })

export const useHasTwoFactor = (): boolean => useQuery(twoFactorQuery()).data?.isEnabled ?? false

/** Password and second factor as proof of identity; the code is also shown when the server reports it as missing. */
export function ProofFields() {
  const hasTwoFactor = useHasTwoFactor()
  const { errors } = useFormState({ name: 'code' })

  return (
    <>
      <TextField name="password" label="Your password" type="password" autoComplete="current-password" />
      {(hasTwoFactor || errors.code) && (
        <TextField
          name="code"
          label="Code"
          help="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </>
  )
}
