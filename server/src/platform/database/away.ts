/** Codes of a system that cannot reach the database, and of a PostgreSQL starting or stopping. */
const AWAY = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOENT',
    'EPIPE',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
  ],
  ...['57P01', '57P02', '57P03', '53300'],
])
/** `pg` reports broken connections by these messages, with no code. */
const BROKEN = /^Connection terminated|^timeout exceeded when trying to connect|has encountered a connection error/
const UNANSWERED = 'Query read timeout'
const ENDED = '57014'
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])

export const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message === UNANSWERED

export const isDatabaseSlow = (error: unknown): boolean => error instanceof Error && codeOf(error) === ENDED

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  // 08: the class of connection errors. A missing file is not a missing socket.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return code === undefined ? isUnanswered(error) || BROKEN.test(error.message) : AWAY.has(code) || /^08...$/.test(code)
}

export const isDiskFull = (error: unknown): boolean => error instanceof Error && FULL.has(codeOf(error) ?? '')

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
