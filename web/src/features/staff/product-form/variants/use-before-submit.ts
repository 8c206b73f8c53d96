import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Takes over what is typed before the form is saved: pressing Save does not take the focus from an input. */
export function useBeforeSubmit(input: RefObject<HTMLInputElement | null>, takeOver: () => unknown) {
  const handleSubmit = useEffectEvent(takeOver)
  useEffect(() => {
    const form = input.current?.form
    const listen = () => handleSubmit()
    form?.addEventListener('submit', listen, { capture: true })
    return () => form?.removeEventListener('submit', listen, { capture: true })
  }, [input])
}
