import { useFormState } from 'react-hook-form'
import { TextField } from '../../../ui/forms/text-field.tsx'

/** Proves that the owner acts. A code is required as well when the server says that it is missing. */
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
