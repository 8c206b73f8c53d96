import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { cx } from '../../../ui/layout/cx.ts'

/** Returns from the code to email and password. */
export function StartAgain({ onPress }: { onPress: () => void }) {
  const { unregister, setFocus } = useFormContext()

  function handleClick() {
    flushSync(onPress)
    unregister('code')
    setFocus('email')
  }

  return (
    <button type="button" className={cx(textLink, 'h-11 justify-self-center')} onClick={handleClick}>
      Use another account
    </button>
  )
}
