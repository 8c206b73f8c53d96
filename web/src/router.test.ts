import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createStaticHandler } from 'react-router'
import { expect, it } from 'vitest'
import { routes } from './router.tsx'

it('names the source file of every page that is loaded on demand, so that its chunks are preloaded', () => {
  const source = readFileSync(join(import.meta.dirname, 'router.tsx'), 'utf8')
  const filesIn = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, file]) => file)

  const imported = filesIn(/import\('\.\/(.+?)'\)/g)

  expect(imported).not.toEqual([])
  expect(filesIn(/handle: SERVER && 'src\/(.+?)'/g)).toEqual(imported)
})

it.each([
  ['/auth', '/auth/login'],
  ['/account', '/account/profile'],
])('leads from %s, which has no screen of its own, to %s', async (path, screen) => {
  const answer = await createStaticHandler(routes).query(new Request(`http://shop.test${path}`))

  expect(answer instanceof Response && answer.headers.get('location')).toBe(screen)
})
