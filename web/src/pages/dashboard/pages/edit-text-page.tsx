import { type StaffPage, staffPaths, textPath } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { MediaPicker } from '../../../features/staff/media/media-picker.tsx'
import { PageForm } from '../../../features/staff/pages/page-form.tsx'
import { PageHistory } from '../../../features/staff/pages/page-history.tsx'
import { staffPageQuery, usePageCalls } from '../../../features/staff/pages/pages.api.ts'
import { isMissing } from '../../../lib/api.ts'
import { BackLink } from '../../../ui/buttons/back-link.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { Async } from '../../../ui/feedback/async.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { TextBody } from '../../storefront/texts/text-body.tsx'
import { Section } from '../section.tsx'
import { SectionAction } from '../section-action.tsx'
import { pageLinks } from './page-links.ts'

export function NewTextPage() {
  const navigate = useNavigate()
  const { create } = usePageCalls()

  return (
    <Section title="New page" links={pageLinks}>
      <BackLink to={staffPaths.pages}>All pages</BackLink>
      <Editor onSave={create} onCreated={({ _id }) => void navigate(staffPaths.editPage(_id), { replace: true })} />
    </Section>
  )
}

export function EditTextPage() {
  const { pageId = '' } = useParams()
  const page = useQuery(staffPageQuery(pageId))
  const { save } = usePageCalls()
  const found = page.data && !isMissing(page.data) ? page.data : undefined

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
      <Async
        query={page}
        loading={<Skeleton className="h-[70vh] rounded-tile" />}
        errorPrefix="Error: "
        error="Something went wrong, please try reloading the page."
      >
        {page =>
          isMissing(page) ? (
            <ErrorState message="Page not found.">
              <ButtonLink to={staffPaths.pages} variant="outline" size={40}>
                All pages
              </ButtonLink>
            </ErrorState>
          ) : (
            <>
              <Editor key={page._id} page={page} onSave={(input, version) => save(page._id, { ...input, version })} />
              <PageHistory page={page} />
            </>
          )
        }
      </Async>
    </Section>
  )
}

type EditorProps = Omit<Parameters<typeof PageForm>[0], 'renderPicker' | 'renderBody'> & { page?: StaffPage }

/** The form with parts of other features: the media library, and the component that shows a text in the shop. */
function Editor(props: EditorProps) {
  return (
    <PageForm
      {...props}
      renderPicker={picker => <MediaPicker {...picker} />}
      renderBody={html => <TextBody html={html} />}
    />
  )
}
