import { expect, it } from 'vitest'
import { below, prefixOf } from './prefix.ts'

const page = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<link href="/__emulator/a.css"><form action="/checkoutnow?token=1"><p>&#34; href=&#34;/checkoutnow</p><footer>x</footer>',
}

it('puts its own links below the prefix, and nothing else', () => {
  expect(below('/paypal', page).body).toBe(
    '<link href="/paypal/__emulator/a.css"><form action="/paypal/checkoutnow?token=1"><p>&#34; href=&#34;/checkoutnow</p>',
  )
  const leaving = { status: 303, headers: { location: '/account/pay/1' } }
  expect(below('/paypal', leaving).headers).toEqual(leaving.headers)
  const staying = { status: 303, headers: { location: '/__emulator' } }
  expect(below('/paypal', staying).headers).toEqual({ location: '/paypal/__emulator' })
})

it('changes nothing for a direct request', () => {
  expect(below('', page)).toBe(page)
})

it.each([
  ['/paypal-emulator', '/paypal-emulator'],
  ['/a/b', '/a/b'],
  ['//evil.test', ''],
  ['/"><script>', ''],
  ['evil', ''],
  [undefined, ''],
])('reads the prefix %j as %j', (given, prefix) => {
  expect(prefixOf(given === undefined ? {} : { 'x-forwarded-prefix': given })).toBe(prefix)
})
