/** What a refused call throws: the displayable sentence, and the sentences of single fields by dotted path. */
export interface Refusal {
  message?: string
  errors?: Record<string, string>
}

/** Bugs and broken connections are written for developers, so their texts stay out of the refusal. */
export function toRefusal(error: unknown): Refusal {
  if (typeof error !== 'object' || error === null) return {}
  if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException) return {}
  const { message, errors } = error as Refusal
  return { message: message || undefined, errors }
}
