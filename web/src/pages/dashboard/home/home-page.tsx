import { useQuery } from '@tanstack/react-query'
import { statsQuery } from '../../../features/dashboard/dashboard.api.ts'
import { StatTiles } from '../../../features/dashboard/stat-tiles.tsx'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { Async } from '../../../ui/async.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Section } from '../section.tsx'

export function DashboardHomePage() {
  const user = useCurrentUser()
  const today = new Intl.DateTimeFormat('en-IN', { weekday: 'long', day: 'numeric', month: 'long' }).format()

  return (
    <Section title="Dashboard">
      <div className="grid gap-1">
        <h2 className="font-semibold text-2xl">Welcome, {user?.name.firstName}</h2>
        <p className="type-small text-ink-2">{today}</p>
      </div>
      <Async
        query={useQuery(statsQuery())}
        loading={<Skeleton className="h-28 rounded-tile" />}
        errorPrefix="Error: "
        error="Something went wrong please try reloading the page..."
      >
        {stats => <StatTiles stats={stats} />}
      </Async>
    </Section>
  )
}
