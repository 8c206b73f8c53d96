import { AREAS, paths } from '@mela/contract'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, it } from 'vitest'
import { accountScreens, dashboardScreens, otherLists, visitorScreens } from '../../e2e/screens.ts'
import { routes } from './router.tsx'
import { dashboardRoutes } from './screens/staff/dashboard-routes.tsx'

const orders = { paid: 'any', unpaid: 'any' }
const dashboardIds = {
  order: 'any',
  payment: 'any',
  product: 'any',
  customer: 'any',
  dispute: 'any',
  discount: 'any',
  giftCard: 'any',
}

/** The paths of the routes that have a screen. */
const screensOf = (routes: RouteObject[]): string[] =>
  routes.filter(hasScreen).flatMap(route => (route.children ? screensOf(route.children) : (route.path ?? '/')))

/** Home is the only index route that does not redirect. */
const hasScreen = ({ index, lazy }: RouteObject) => !index || lazy !== undefined

/** The path of the route that shows an address. */
const shownBy = (routes: RouteObject[], basename: string) => (screen: string) =>
  matchRoutes(routes, screen.split('?')[0] ?? '', basename)?.at(-1)?.route.path ?? '/'

it.each([
  {
    area: 'the shop',
    table: routes,
    base: '/',
    screens: [
      ...visitorScreens({ product: 'any', category: 'any' }),
      // The screen of /product/{id}, which is opened.
      paths.product('any'),
      ...accountScreens(orders),
      ...dashboardScreens(dashboardIds),
    ],
  },
  {
    area: 'the dashboard',
    table: dashboardRoutes,
    base: AREAS.dashboard,
    screens: [...dashboardScreens(dashboardIds), ...otherLists],
  },
])(
  'T407 every screen of $area is opened by the test of every screen, or named as another list',
  ({ table, base, screens }) => {
    const opened = new Set(screens.map(shownBy(table, base)))

    expect([...opened].sort()).toEqual([...new Set(screensOf(table))].sort())
  },
)
