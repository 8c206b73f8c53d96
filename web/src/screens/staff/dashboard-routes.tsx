import { AREAS, paths } from '@mela/contract'
import type { ComponentType } from 'react'
import { matchRoutes, Navigate, type RouteObject, useParams, useRoutes } from 'react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { screens } from './dashboard-screens.ts'
import { DashboardLayout } from './layout/dashboard-layout.tsx'
import { Section } from './layout/section.tsx'

const modules = import.meta.glob<Record<string, ComponentType>>('./*/*-page{,s}.tsx')

interface Loadable {
  /** Loads the code of the route. */
  load: () => Promise<unknown>
}

/**
 * A page whose code is loaded when it is opened. Lists of one kind are pages of their own: none shows the rows of
 * another.
 */
function routeOf({ to, file, page }: (typeof screens)[number]): RouteObject {
  async function load() {
    const Component = (await modules[`./${file}.tsx`]?.())?.[page]
    if (!Component) throw new Error(`${file} has no ${page}.`)
    return Component
  }
  const Page = lazyPart(load)
  const handle: Loadable = Page
  return { path: to.slice(AREAS.dashboard.length + 1), element: <PageOfOne Page={Page} />, handle }
}

/** Remounts the page for other ids in the path: an open dialog of one order must not act on the next. */
function PageOfOne({ Page }: { Page: ComponentType }) {
  const { '*': _rest, ...ids } = useParams()
  return <Page key={Object.values(ids).join()} />
}

/**
 * The routes are in a chunk of their own, so that a shopper's first page does not contain the addresses of staff. The
 * index route redirects.
 */
export const dashboardRoutes: RouteObject[] = [
  { index: true, element: <Navigate to={paths.dashboard} replace /> },
  ...screens.map(routeOf),
  { path: '*', element: <MissingScreen /> },
]

/** Loads the code of a screen before it is rendered: React would show its skeleton for at least 300 ms. */
export async function loadScreen(pathname: string): Promise<void> {
  const screen = matchRoutes(dashboardRoutes, pathname, AREAS.dashboard)?.at(-1)?.route
  await (screen?.handle as Loadable | undefined)?.load()
}

export function DashboardRoutes() {
  return <DashboardLayout>{useRoutes(dashboardRoutes)}</DashboardLayout>
}

function MissingScreen() {
  return (
    <Section title="Page not found">
      <EmptyState text="There is nothing at this address of the dashboard.">
        <ButtonLink to={paths.dashboard} variant="outline" size={40}>
          Go to the dashboard
        </ButtonLink>
      </EmptyState>
    </Section>
  )
}
