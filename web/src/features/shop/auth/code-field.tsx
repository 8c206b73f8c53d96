import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { cx } from '../../../ui/layout/cx.ts'

/** The second factor: a code of the app, or a recovery code. */
export function CodeField() {
  const { setFocus, resetField } = useFormContext()
  const [isRecovery, setIsRecovery] = useState(false)

  // Replaces the fields that were just submitted, and takes their focus.
  useEffect(() => setFocus('code'), [setFocus])

  function handleSwitch() {
    setIsRecovery(!isRecovery)
    resetField('code')
    setFocus('code')
  }

  return (
    <div className="grid gap-1">
      <TextField
        name="code"
        label={isRecovery ? 'Recovery code' : 'Code'}
        help={isRecovery ? 'One of the ten that you saved; each works once.' : 'Six digits, new every 30 seconds.'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <button type="button" className={cx(textLink, 'type-small h-11 justify-self-start')} onClick={handleSwitch}>
        {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </button>
    </div>
  )
}
