import { type StaffPage, staffPaths, textPath } from '@mela/contract'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call, isMissing } from '../../../lib/api.ts'
import { Async, ErrorState } from '../../../ui/async.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ChangeHistory, HISTORY_STEP } from '../../../ui/change-history.tsx'
import { Card } from '../../../ui/headings.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { TextBody } from '../../shop/text/text-body.tsx'
import { Section, SectionAction } from '../layout/section.tsx'
import { MediaPicker } from '../media/media-picker.tsx'
import { PageForm } from './page-form.tsx'
import { pageLinks, staffPageQuery, usePageCalls } from './pages.api.ts'

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

function PageHistory({ page }: { page: StaffPage }) {
  const [size, setSize] = useState(HISTORY_STEP)
  const history = useQuery(pageHistoryQuery(page._id, size))

  return (
    <Card title="History">
      <ChangeHistory
        query={history}
        undo={useUndoPageChange(page._id)}
        empty="Nothing was changed yet: this is the text that the shop began with."
        entryOf={({ changes, ...entry }) => ({
          ...entry,
          action: changes.length > 0 ? 'Changed' : 'Created',
          changes: changes.map(({ field, before, after }) => ({
            field,
            before: inWords(before),
            after: inWords(after),
          })),
        })}
        onMore={() => setSize(size + HISTORY_STEP)}
      />
    </Card>
  )
}

function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' && value !== '' ? value : 'Nothing'
}

/** The newest `size` changes. */
const pageHistoryQuery = (id: string, size: number) =>
  queryOptions({
    queryKey: ['pages', 'staff', id, 'history', size],
    queryFn: () => call('GET /pages/staff/:id/history', { params: { id }, query: { size } }),
    placeholderData: keepPreviousData,
  })

function useUndoPageChange(id: string) {
  const { undo } = usePageCalls()
  return useMutation({ mutationFn: (entry: number) => undo(id, entry) })
}
