import {
  isSpecPage,
  PLACEHOLDERS,
  type StaffPage,
  staffPaths,
  TEXT_PAGE_LABELS,
  type TextPageInput,
  textPageInput,
  textPath,
} from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { call } from '../../../lib/api.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Async } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { FollowSaved, useBase } from '../../../ui/follow-saved.tsx'
import { Form } from '../../../ui/form.tsx'
import { Card } from '../../../ui/headings.tsx'
import { KeepTyped } from '../../../ui/keep-typed.tsx'
import { LeaveGuard } from '../../../ui/leave-question.tsx'
import { MarkdownField } from '../../../ui/markdown-field.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { SlugField, useSlugFrom } from '../../../ui/slug-field.tsx'
import { SwitchField } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TextBody } from '../../shop/text/text-body.tsx'
import { SearchEngineFields } from '../categories/category-parts.tsx'
import { MediaPicker } from '../media/media-picker.tsx'
import { previewQuery, useAfterPageChange } from './pages.api.ts'

const NEW: TextPageInput = { title: '', slug: '', body: '', seoTitle: '', seoDescription: '', isPublished: false }
const FIELDS = Object.keys(NEW)

const valuesOf = ({ title, slug, body, seoTitle, seoDescription, isPublished }: TextPageInput): TextPageInput => ({
  ...{ title, slug, body, seoTitle, seoDescription, isPublished },
})

/** The editor of a page, or of a new one: Markdown on the left, the page on the right. */
export function PageForm({ page }: { page?: StaffPage }) {
  const navigate = useNavigate()
  const after = useAfterPageChange()
  const base = useBase(page)
  const loaded = base.state

  async function handleSubmit(input: TextPageInput) {
    const saving = loaded
      ? call('PATCH /pages/:id', { params: { id: loaded._id }, body: { ...input, version: loaded.version } })
      : call('POST /pages', { body: input })
    const answer = await base.save(after(saving))
    if (!loaded) void navigate(staffPaths.editPage(answer.data._id), { replace: true })
    return answer
  }

  return (
    <Form
      schema={textPageInput}
      onSubmit={handleSubmit}
      defaultValues={page ? valuesOf(page) : NEW}
      invalid="Some fields are invalid. Please check the form and try again."
      fallback="An error occurred while saving the page."
    >
      <Fields isNew={!page}>
        <Card title="Content">
          {page ? <TextField name="title" label={TEXT_PAGE_LABELS.title} autoComplete="off" /> : <TitleField />}
          <MarkdownField
            name="body"
            label={TEXT_PAGE_LABELS.body}
            rows={26}
            help="Markdown: ## heading, **bold**, *italic*, [link](/contact), - list, > quotation. An empty line begins a paragraph."
          >
            {insert => <Insertions insert={insert} />}
          </MarkdownField>
        </Card>
        <div className="min-w-0 lg:sticky lg:top-20 lg:row-span-2">
          <PagePreview />
        </div>
        <Card title="Address and search engines">
          {!(page && isSpecPage(page.slug)) && (
            <>
              <AddressField />
              <SwitchField
                name="isPublished"
                label={TEXT_PAGE_LABELS.isPublished}
                help="A draft is seen by staff alone."
              />
            </>
          )}
          <SearchEngineFields title="Empty: the title." description="Empty: how the text begins." rows={3} />
        </Card>
      </Fields>
      <SaveBar backTo={staffPaths.pages} />
      <KeepTyped name="page" />
      <LeaveGuard text="What you have changed of this page is not saved yet." isSaved={base.isSaved} />
      {page && (
        <FollowSaved
          base={base}
          latest={page}
          valuesOf={valuesOf}
          fields={FIELDS}
          conflict="This page was changed by someone else"
        />
      )}
    </Form>
  )
}

/** Disables the fields while a new page is saved: it is then edited at another address, where typed text is lost. */
function Fields({ isNew, children }: { isNew: boolean; children: ReactNode }) {
  const { isSubmitting, isSubmitSuccessful } = useFormState()
  return (
    <fieldset
      disabled={isNew && (isSubmitting || isSubmitSuccessful)}
      className="grid min-w-0 items-start gap-5 lg:grid-cols-2 lg:grid-rows-[auto_1fr]"
    >
      {children}
    </fieldset>
  )
}

/** The title; leaving the field fills an empty slug. */
function TitleField() {
  useSlugFrom('title', slug => slug.slice(0, 60).replace(/^-+|-+$/g, ''))
  return <TextField name="title" label={TEXT_PAGE_LABELS.title} autoComplete="off" />
}

function AddressField() {
  const slug = useWatch<TextPageInput, 'slug'>({ name: 'slug' })
  const help = <span className="break-all font-mono">{textPath(slug.trim() || '…')}</span>
  return <SlugField label={TEXT_PAGE_LABELS.slug} help={help} />
}

/** Buttons that insert pictures and placeholders at the cursor. */
function Insertions({ insert }: { insert: (text: string) => void }) {
  const [isPicking, setIsPicking] = useState(false)

  return (
    <>
      <Button variant="outline" size={40} className="justify-self-start" onClick={() => setIsPicking(true)}>
        <ImagePlus className="size-4.5" /> Insert picture
      </Button>
      <details className="type-small text-ink-2">
        <summary className="min-h-8 cursor-pointer content-center pointer-coarse:min-h-11">Values of the shop</summary>
        <p className="py-2">
          What stands in double braces is replaced by what the settings say, so that the text stays true when they
          change.
        </p>
        <dl className="grid gap-y-1">
          {Object.entries(PLACEHOLDERS).map(([placeholder, meaning]) => (
            <div key={placeholder} className="flex flex-wrap items-center gap-x-2">
              <dt>
                <button
                  type="button"
                  aria-label={`Insert ${placeholder}`}
                  className="min-h-8 font-mono text-info underline-offset-3 hover:underline pointer-coarse:min-h-11"
                  onClick={() => insert(`{{${placeholder}}}`)}
                >
                  {`{{${placeholder}}}`}
                </button>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
      {isPicking && (
        <MediaPicker
          title="Choose a picture"
          limit={1}
          chosen={[]}
          onChoose={([picture]) =>
            picture && insert(`\n\n![${(picture.alt || picture.name).replace(/[[\]\\]/g, '')}](${picture.url})\n\n`)
          }
          onClose={() => setIsPicking(false)}
        />
      )}
    </>
  )
}

/** A preview of the page in the shop. Must be inside a `Form`. */
function PagePreview() {
  const typed = JSON.stringify(useWatch<TextPageInput, ['title', 'body']>({ name: ['title', 'body'] }))
  const [title, body]: [string, string] = JSON.parse(useDebounced(typed) || typed)

  return (
    <Card title="As it will look">
      <Async query={useQuery(previewQuery({ title, body }))} loading="Rendering…" error="This cannot be shown.">
        {({ title, html }) => (
          <div className="min-w-0">
            <p className="type-h1 wrap-anywhere">{title || 'Without a title'}</p>
            <TextBody html={html} />
          </div>
        )}
      </Async>
    </Card>
  )
}
