import { staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { auditQuery } from '../../features/staff/audit/audit.api.ts'
import { auditColumns } from '../../features/staff/audit/audit-columns.tsx'
import { AuditFilters } from '../../features/staff/audit/audit-filters.tsx'
import { useListParams } from '../../lib/list-params.ts'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import { Section } from './section.tsx'

export function AuditPage() {
  const { page, size, keyword, from, to, params } = useListParams()
  const text = (name: string) => params.get(name) ?? ''
  const narrowed = { keyword, from, to, actor: text('actor'), group: text('group'), subject: text('subject') }

  return (
    <Section title="Audit log">
      <AuditFilters address={narrowed} params={params} />
      <PagedTable
        caption="Audit log"
        query={useQuery(auditQuery({ ...narrowed, page, size }))}
        path={staffPaths.audit}
        params={params}
        columns={auditColumns}
        keyOf={({ id }) => String(id)}
        error="Something went wrong, please try reloading the page."
        empty="Nothing found."
      />
    </Section>
  )
}
