/** The error of a refused call: the displayable sentence, and sentences of fields by dotted path. */
export interface Refusal {
  message?: string
  errors?: Record<string, string>
}

/** Bugs and network errors are written for developers, so their texts are not shown. */
export function toRefusal(error: unknown): Refusal {
  if (typeof error !== 'object' || error === null) return {}
  if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException) return {}
  const { message, errors } = error as Refusal
  return { message: message || undefined, errors }
}
