import { useQuery } from '@tanstack/react-query'
import { useFormState } from 'react-hook-form'
import { dataQuery } from '../../lib/query-keys.ts'
import { TextField } from '../../ui/text-field.tsx'

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
