import { useState } from 'react'
import { toRefusal } from '../../lib/failure.ts'

/** Keeps the message of a failed submit on the form after the toast; field errors are shown at their fields. */
export function useFailureNote(fallback: string) {
  const [note, setNote] = useState<string>()

  async function noting<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    setNote(undefined)
    try {
      return await work()
    } catch (error) {
      const { message = fallback, errors } = toRefusal(error)
      setNote(errors ? undefined : message)
      throw error
    }
  }

  return { note, noting }
}
