import { createStaticHandler, type RouteObject } from 'react-router'
import { expect, it } from 'vitest'
import { routes } from './router.tsx'

const withChildren = (route: RouteObject): RouteObject[] => [route, ...(route.children ?? []).flatMap(withChildren)]

it('has a screen for every page that is loaded on demand', async () => {
  const onDemand = routes.flatMap(withChildren).filter(({ lazy }) => lazy)
  expect(onDemand).not.toEqual([])

  for (const { lazy, path } of onDemand)
    expect(typeof lazy === 'function' && (await lazy()).Component, path).toBeTypeOf('function')
})

it.each([
  ['/auth', '/auth/login'],
  ['/account', '/account/profile'],
])('leads from %s, which has no screen of its own, to %s', async (path, screen) => {
  const answer = await createStaticHandler(routes).query(new Request(`http://shop.test${path}`))

  expect(answer instanceof Response && answer.headers.get('location')).toBe(screen)
})
