import { type ComponentProps, lazy } from 'react'
import type { RouteObject } from 'react-router'
import { lazyPage } from '../lazy-page.tsx'
import type { DisputesPage } from './disputes-page.tsx'

const Disputes = lazy(async () => ({ default: (await import('./disputes-page.tsx')).DisputesPage }))

const list = (path: string, list: ComponentProps<typeof DisputesPage>['list']): RouteObject => ({
  path,
  element: <Disputes key={list} list={list} />,
})

export const disputeRoutes: RouteObject[] = [
  list('disputes', 'all'),
  list('disputes/open', 'open'),
  list('disputes/closed', 'closed'),
  {
    path: 'disputes/dispute/:disputeId',
    element: lazyPage(async () => (await import('./dispute-page.tsx')).DisputePage),
  },
]
