import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { cx } from '../../ui/cx.ts'
import { textLink } from '../../ui/text-link.ts'

/** Back from the code to e-mail and password. */
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
