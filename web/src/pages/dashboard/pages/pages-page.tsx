import { type StaffPageRow, staffPaths } from '@mela/contract'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { DeletePageDialog } from '../../../features/staff/pages/delete-page-dialog.tsx'
import { PageTable } from '../../../features/staff/pages/page-table.tsx'
import { useListParams } from '../../../lib/list-params.ts'
import { useShop } from '../../../lib/shop.ts'
import { KeywordForm } from '../../../ui/controls/keyword-form.tsx'
import { Section } from '../section.tsx'
import { SectionAction } from '../section-action.tsx'
import { pageLinks } from './page-links.ts'

export function PagesPage() {
  const { keyword, params } = useListParams()
  const shop = useShop()
  const [deleting, setDeleting] = useState<StaffPageRow>()
  const close = () => setDeleting(undefined)

  return (
    <Section
      title="Pages"
      links={pageLinks}
      action={<SectionAction label="New page" icon={Plus} to={staffPaths.newPage} />}
    >
      <KeywordForm action={staffPaths.pages} label="Search pages" keyword={keyword} params={params} />
      <PageTable onDelete={setDeleting} renderTitle={title => title.replaceAll('{{shop.name}}', shop.name)} />
      {deleting && <DeletePageDialog page={deleting} onClose={close} onDeleted={close} />}
    </Section>
  )
}
