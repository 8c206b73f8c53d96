import { writeSync } from 'node:fs'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import type { Env } from '../runtime/env.ts'
import { safeError } from './safe-error.ts'

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
