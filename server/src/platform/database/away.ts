/** Codes of a system that cannot reach the database, and of a PostgreSQL starting or stopping. */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P0[123]|53300|08...)$/
/** `pg` reports broken connections by these messages, with no code. */
const BROKEN = /^Connection terminated|^timeout exceeded when trying to connect|has encountered a connection error/
const UNANSWERED = 'Query read timeout'
const ENDED = '57014'
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])

export const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message === UNANSWERED

/** Undefined for an error that says nothing about the database, such as a violated constraint. */
export function outageOf(error: unknown): 'disk_full' | 'database_slow' | 'database_unavailable' | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code === undefined) return isUnanswered(error) || BROKEN.test(error.message) ? 'database_unavailable' : undefined
  if (FULL.has(code)) return 'disk_full'
  if (code === ENDED) return 'database_slow'
  // 08: the class of connection errors. A missing file is not a missing socket.
  const isAway = code === 'ENOENT' ? 'syscall' in error && error.syscall === 'connect' : AWAY.test(code)
  return isAway ? 'database_unavailable' : undefined
}
