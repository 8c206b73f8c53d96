import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Calls `takeOver` before the form is submitted: pressing Save does not blur the input, which applies its text. */
export function useBeforeSubmit(input: RefObject<HTMLInputElement | null>, takeOver: () => unknown) {
  const handleSubmit = useEffectEvent(takeOver)
  useEffect(() => {
    const form = input.current?.form
    const listen = () => handleSubmit()
    form?.addEventListener('submit', listen, { capture: true })
    return () => form?.removeEventListener('submit', listen, { capture: true })
  }, [input])
}
