import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const loggingShop = `
  import Fastify from 'fastify'
  import { standardOutput } from './standard-output.ts'
  const app = Fastify({ logger: { stream: standardOutput } })
  for (let line = 0; line < 20; line++) app.log.info('x'.repeat(2000))
  await app.close()
  console.error('goes on')`

it('a log that cannot be written, because its disk is full, stops nothing', () => {
  const args = ['-c', '"$0" --input-type=module --eval "$1" 2>&1 >/dev/full', process.execPath, loggingShop]

  const out = execFileSync('/bin/sh', args, { cwd: import.meta.dirname, encoding: 'utf8', timeout: 15_000 })

  expect(out).toBe('goes on\n')
})
