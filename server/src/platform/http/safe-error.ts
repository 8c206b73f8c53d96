const anEmail = /[^\s<>"'(),;:=[\]]+@[^\s<>"'(),;:=[\]]+/g

interface SafeError {
  [detail: string]: unknown
  type: string
  message: string
  stack: string
}

/** The database or a mail server may quote personal data, so only where and what is logged. */
export function safeError(error: unknown): SafeError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'Something was thrown that is no error.', stack: '' }

  const { code, constraint, responseCode }: Record<string, unknown> = { ...error }
  return {
    type: error.constructor.name,
    message: withoutEmails(error.message),
    stack: withoutEmails(error.stack ?? ''),
    code,
    constraint,
    responseCode,
    ...(error.cause !== undefined && { cause: safeError(error.cause) }),
  }
}

/** An error may quote a client's long text, and the search takes quadratic time in the length of its words. */
const MOST = 10_000
const withoutEmails = (text: string) => text.slice(0, MOST).replaceAll(anEmail, '[email]')
