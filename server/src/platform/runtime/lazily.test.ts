import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'mela-lazily-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A call's answer when no file can be opened as its module loads, and then the same call again. */
function twice(module: string, prepare: string, call: string): string[] {
  const script = `
    import { registerHooks } from 'node:module'
    import { pathToFileURL } from 'node:url'
    let failures = 1
    registerHooks({
      load(url, context, next) {
        if (!url.includes(${JSON.stringify(module)}) || failures === 0) return next(url, context)
        failures--
        throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
      },
    })
    ${prepare}
    for (let time = 0; time < 2; time++) console.log(await (${call}).then(String, ({ code }) => code))`
  const given = ['--input-type=module', '--no-warnings', '--eval', script]
  return execFileSync(process.execPath, given, { cwd: import.meta.dirname, encoding: 'utf8' })
    .trim()
    .split('\n')
}

const modules = [
  {
    what: 'payments',
    module: '/paypal-calls.ts',
    prepare: `
      import { paypalGateway } from '../../payments/gateways/paypal/paypal-gateway.ts'
      const gateway = paypalGateway('test', { clientId: 'a', clientSecret: 'b', at: 'sandbox' })`,
    call: `gateway.readEvent({}, Buffer.from('{}'), '')`,
    answer: 'undefined',
  },
]

it.each(modules)('a temporary lack of open files does not disable $what', ({ module, prepare, call, answer }) => {
  expect(twice(module, prepare, call)).toEqual(['EMFILE', answer])
})
