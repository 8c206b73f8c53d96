import { type StaffPage, staffPaths, textPath } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useParams } from 'react-router'
import { call, foundIn } from '../../../lib/api.ts'
import { listQuery, subjectQuery } from '../../../lib/query-keys.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { FieldHistory } from '../layout/field-history.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { Section, SectionAction } from '../layout/section.tsx'
import { PageForm } from './page-form.tsx'
import { pageLinks, useAfterPageChange } from './pages.api.ts'

export function NewTextPage() {
  return (
    <Section title="New page" links={pageLinks}>
      <BackLink to={staffPaths.pages}>All pages</BackLink>
      <PageForm />
    </Section>
  )
}

export function EditTextPage() {
  const { pageId = '' } = useParams()
  const page = useQuery(subjectQuery('GET /pages/staff/:id', { params: { id: pageId } }))
  const found = foundIn(page.data)

  return (
    <Section
      title="Edit page"
      links={pageLinks}
      action={
        found?.isPublished && (
          <SectionAction label="View in the shop" icon={ExternalLink} href={textPath(found.slug)} isQuiet />
        )
      }
    >
      <BackLink to={staffPaths.pages}>All pages</BackLink>
      <Loaded query={page} missing="Page not found.">
        {page => (
          <>
            <PageForm key={page._id} page={page} />
            <PageHistory page={page} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function PageHistory({ page: { _id } }: { page: StaffPage }) {
  const after = useAfterPageChange()

  return (
    <FieldHistory
      queryOf={size => listQuery('GET /pages/staff/:id/history', { params: { id: _id }, query: { size } })}
      undo={entry => after(call('POST /pages/staff/:id/history/:entry/undo', { params: { id: _id, entry } }))}
      empty="Nothing was changed yet: this is the text that the shop began with."
    />
  )
}
