import {
  isSpecPage,
  type StaffPage,
  staffPaths,
  TEXT_PAGE_LABELS,
  type TextPageInput,
  textPageInput,
  textPath,
} from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { ApiError } from '../../../lib/api.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Async } from '../../../ui/async.tsx'
import { ConflictQuestion } from '../../../ui/confirm-dialog.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { Form } from '../../../ui/form.tsx'
import { Card } from '../../../ui/headings.tsx'
import { KeepTyped } from '../../../ui/keep-typed.tsx'
import { LeaveGuard } from '../../../ui/leave-question.tsx'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { suggestSlug } from '../../../ui/suggest-slug.ts'
import { SwitchField } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { PageBodyField, type PickerProps } from './page-body-field.tsx'
import { previewQuery } from './pages.api.ts'

interface PageFormProps {
  /** The edited page; undefined for a new one. */
  page?: StaffPage
  /** Saves the page; answers the saved page. */
  onSave: (input: TextPageInput, version: number) => Promise<{ message: string; data: StaffPage }>
  onCreated?: (page: StaffPage) => void
  renderPicker: (props: PickerProps) => Elements
  renderBody: (html: string) => Elements
}

const NEW: TextPageInput = {
  ...{ title: '', slug: '', body: '', seoTitle: '', seoDescription: '', isPublished: false },
}

const valuesOf = ({ title, slug, body, seoTitle, seoDescription, isPublished }: TextPageInput): TextPageInput => ({
  ...{ title, slug, body, seoTitle, seoDescription, isPublished },
})

/** The editor of a page: Markdown on the left, the page on the right. */
export function PageForm({ page, onSave, onCreated, renderPicker, renderBody }: PageFormProps) {
  const [loaded, setLoaded] = useState(page)
  const [isOutdated, setIsOutdated] = useState(false)
  const isSaved = useRef(false)
  const isSpec = page !== undefined && isSpecPage(page.slug)

  async function handleSubmit(input: TextPageInput) {
    try {
      const answer = await onSave(input, loaded?.version ?? 0)
      isSaved.current = true
      if (loaded) setLoaded(answer.data)
      else onCreated?.(answer.data)
      return answer
    } catch (error) {
      setIsOutdated(isConflict(error))
      throw error
    }
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
          <PageBodyField name="body" label={TEXT_PAGE_LABELS.body} renderPicker={renderPicker} />
        </Card>
        <div className="min-w-0 lg:sticky lg:top-20 lg:row-span-2">
          <PagePreview renderBody={renderBody} />
        </div>
        <Card title="Address and search engines">
          {!isSpec && (
            <>
              <SlugField />
              <SwitchField
                name="isPublished"
                label={TEXT_PAGE_LABELS.isPublished}
                help="A draft is seen by staff alone."
              />
            </>
          )}
          <TextField
            name="seoTitle"
            label={TEXT_PAGE_LABELS.seoTitle}
            help="Empty: the title."
            counter={70}
            optional
            autoComplete="off"
          />
          <TextField
            name="seoDescription"
            label={TEXT_PAGE_LABELS.seoDescription}
            help="Empty: how the text begins."
            counter={200}
            optional
            multiline
            rows={3}
          />
        </Card>
      </Fields>
      <SaveBar backTo={staffPaths.pages} />
      <KeepTyped name="page" />
      <LeaveGuard text="What you have changed of this page is not saved yet." isSaved={isSaved} />
      {page && loaded && <Follow page={page} loaded={loaded} isSaved={isSaved} onFollow={setLoaded} />}
      {isOutdated && page && (
        <Outdated
          page={page}
          onClose={() => setIsOutdated(false)}
          onFollow={() => {
            setLoaded(page)
            setIsOutdated(false)
          }}
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
  const { register, getValues, setValue } = useFormContext<TextPageInput>()

  async function handleLeft() {
    const suggested = (await suggestSlug(getValues('title'))).slice(0, 60).replace(/^-+|-+$/g, '')
    if (getValues('slug').trim() === '' && suggested) setValue('slug', suggested, { shouldDirty: true })
  }
  // The TextField below registers the same name again and keeps this onBlur.
  register('title', { onBlur: handleLeft })

  return <TextField name="title" label={TEXT_PAGE_LABELS.title} autoComplete="off" />
}

function SlugField() {
  const slug = useWatch<TextPageInput, 'slug'>({ name: 'slug' })
  return (
    <TextField
      name="slug"
      label={TEXT_PAGE_LABELS.slug}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      help={<span className="break-all font-mono">{textPath(slug.trim() || '…')}</span>}
    />
  )
}

interface FollowProps {
  page: StaffPage
  loaded: StaffPage
  isSaved: RefObject<boolean>
  onFollow: (page: StaffPage) => void
}

/** Takes over later changes of the page, unless the form has typed values: then a save reports the conflict. */
function Follow({ page, loaded, isSaved, onFollow }: FollowProps) {
  const { getValues, reset, setValue } = useFormContext<TextPageInput>()
  const { isDirty, isSubmitting } = useFormState()
  const submitted = useRef<TextPageInput>(undefined)
  useEffect(() => {
    if (isSubmitting) submitted.current = structuredClone(getValues())
  }, [isSubmitting, getValues])

  const follow = useEffectEvent(() => {
    if (!isSaved.current && (isDirty || page.version === loaded.version)) return
    const before = isSaved.current ? submitted.current : undefined
    const typed = getValues()
    isSaved.current = false
    const latest = page.version < loaded.version ? loaded : page
    reset(valuesOf(latest))
    for (const name of Object.keys(typed) as (keyof TextPageInput)[])
      if (before && typed[name] !== before[name]) setValue(name, typed[name], { shouldDirty: true })
    onFollow(latest)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version identifies the page
  useEffect(() => follow(), [page.version, loaded.version])

  return null
}

interface OutdatedProps {
  /** The page as it is saved now. */
  page: StaffPage
  onClose: () => void
  onFollow: () => void
}

/** Asks after a refused save: load the newer version, or keep the typed values on top of it. */
function Outdated({ page, onClose, onFollow }: OutdatedProps) {
  const { getValues, reset, setValue } = useFormContext<TextPageInput>()

  function handleLoad() {
    reset(valuesOf(page))
    onFollow()
  }
  function handleKeep() {
    const typed = getValues()
    reset(valuesOf(page))
    for (const name of Object.keys(typed) as (keyof TextPageInput)[]) setValue(name, typed[name], { shouldDirty: true })
    onFollow()
  }

  return (
    <ConflictQuestion
      title="This page was changed by someone else"
      onLoad={handleLoad}
      onKeep={handleKeep}
      onClose={onClose}
    >
      <p className="text-ink-2">
        If you keep yours, saving replaces theirs; the history below has both. If you load theirs, what you typed is
        lost.
      </p>
    </ConflictQuestion>
  )
}

/** A preview of the page in the shop. Must be inside a `Form`. */
function PagePreview({ renderBody }: { renderBody: (html: string) => Elements }) {
  const [title = '', body = ''] = useWatch<Record<string, string>>({ name: ['title', 'body'] })
  const typed = useDebounced(JSON.stringify([title, body]))
  const [shownTitle, shownBody]: [string, string] = typed ? JSON.parse(typed) : [title, body]
  const preview = useQuery(previewQuery(shownTitle, shownBody))

  return (
    <Card title="As it will look">
      <Async query={preview} loading="Rendering…" error="This cannot be shown.">
        {({ title, html }) => (
          <div className="min-w-0">
            <p className="type-h1 wrap-anywhere">{title || 'Without a title'}</p>
            {renderBody(html)}
          </div>
        )}
      </Async>
    </Card>
  )
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'version_conflict'
