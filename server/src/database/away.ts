/** What a system says when it cannot reach the database, or PostgreSQL when it is on its way up or down. */
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
/** What `pg` says of connections that broke, in errors without a code. */
const BROKEN = /^Connection terminated|^timeout exceeded when trying to connect|has encountered a connection error/
/** What `pg` says of a statement whose time is over. */
const UNANSWERED = 'Query read timeout'
/** PostgreSQL has ended a statement, because its time was over. */
const ENDED = '57014'
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** True when a statement got no answer at all in its time; its connection is of no more use. */
export const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message === UNANSWERED

/** True when the database works, but a statement took longer than it may. */
export const isDatabaseSlow = (error: unknown): boolean => error instanceof Error && codeOf(error) === ENDED

/** True when the database did not answer, so that trying again in a moment may work. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  // 08: the class of connection errors. A missing file is not a missing socket.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return code === undefined ? isUnanswered(error) || BROKEN.test(error.message) : AWAY.has(code) || /^08...$/.test(code)
}

/** True when the disk of the database, or that of the pictures, has no room. */
export const isDiskFull = (error: unknown): boolean => error instanceof Error && FULL.has(codeOf(error) ?? '')

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
