import { useFormState } from 'react-hook-form'
import { TextField } from '../../../ui/text-field.tsx'

/** Password and second factor as proof of identity; the code is also shown when the server reports it as missing. */
export function ProofFields({ hasTwoFactor }: { hasTwoFactor: boolean }) {
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
