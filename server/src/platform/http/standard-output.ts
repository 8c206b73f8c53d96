import { writeSync } from 'node:fs'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import type { Env } from '../runtime/env.ts'

const anEmail = /[^\s<>"'(),;:=[\]]+@[^\s<>"'(),;:=[\]]+/g

/** An error may quote a client's long text, and the search takes quadratic time in the length of its words. */
const MOST = 10_000

/** A line that cannot be written, as on a full disk, must not stop the shop. */
export const standardOutput = {
  write(line: string): void {
    try {
      writeSync(process.stdout.fd, line)
    } catch {}
  },
}

export const logOptions = (
  { logLevel }: Pick<Env, 'logLevel'>,
  stream: { write(line: string): void } = standardOutput,
) => ({
  level: logLevel,
  serializers: { err: safeError },
  stream,
})

export const createLog = (env: Pick<Env, 'logLevel'>): FastifyBaseLogger => Fastify({ logger: logOptions(env) }).log

interface SafeError {
  [detail: string]: unknown
  type: string
  message: string
  stack: string
}

/** The database or a mail server may quote personal data, so only where and what is logged. */
function safeError(error: unknown): SafeError {
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

const withoutEmails = (text: string) => text.slice(0, MOST).replaceAll(anEmail, '[email]')
