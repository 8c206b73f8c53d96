import { staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { staffColumns } from '../../../features/staff/customers/customer-columns.tsx'
import { staffQuery } from '../../../features/staff/customers/customers.api.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { KeywordForm } from '../../../ui/controls/keyword-form.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { Section } from '../section.tsx'
import { customerLinks } from './customer-links.ts'

/** Admins and managers; each links to the page where the role is changed. */
export function StaffPage() {
  const { page, keyword, params } = useListParams()
  const staff = useQuery(staffQuery({ page, keyword }))
  const meta = staff.data?.meta

  return (
    <Section title="Customers" links={customerLinks}>
      <KeywordForm action={staffPaths.staff} label="Search staff" keyword={keyword} params={params} />
      <PagedTable
        caption="Staff"
        query={staff}
        path={staffPaths.staff}
        params={params}
        columns={staffColumns}
        keyOf={({ _id }) => _id}
        error="Something went wrong please try reloading the page..."
        empty="Nothing found."
        isPaged={meta !== undefined && (meta.pageCount > 1 || page > 1)}
      />
    </Section>
  )
}
