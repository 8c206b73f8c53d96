import { staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { MessageCircleWarning } from 'lucide-react'
import { disputeColumns } from '../../features/staff/disputes/dispute-columns.tsx'
import { disputesQuery } from '../../features/staff/disputes/disputes.api.ts'
import { useListParams } from '../../lib/list-params.ts'
import { KeywordForm } from '../../ui/controls/keyword-form.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import { Section } from './section.tsx'

const links = [
  { to: staffPaths.disputes, label: 'All' },
  { to: staffPaths.openDisputes, label: 'Open' },
  { to: staffPaths.closedDisputes, label: 'Closed' },
]

const lists = {
  all: { path: staffPaths.disputes, state: undefined, empty: 'No disputes.' },
  open: { path: staffPaths.openDisputes, state: 'open', empty: 'No open disputes.' },
  closed: { path: staffPaths.closedDisputes, state: 'closed', empty: 'No closed disputes.' },
} as const

/** The provider's disputes. */
export function DisputesPage({ list }: { list: keyof typeof lists }) {
  const { path, state, empty } = lists[list]
  const listParams = useListParams()
  const { keyword, params } = listParams
  const disputes = useQuery(disputesQuery(state, listParams))
  const hasAny = (disputes.data?.meta.total ?? 0) > 0

  return (
    <Section title="Disputes" links={links}>
      {(hasAny || keyword) && <KeywordForm action={path} label="Search disputes" keyword={keyword} params={params} />}
      <PagedTable
        query={disputes}
        path={path}
        params={params}
        caption="Disputes"
        columns={disputeColumns}
        keyOf={({ _id }) => _id}
        error="Something went wrong, please try reloading the page."
        empty={empty}
        emptyIcon={MessageCircleWarning}
        isPaged={hasAny}
      />
    </Section>
  )
}
